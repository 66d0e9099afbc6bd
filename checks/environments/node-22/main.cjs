const { runScenario } = require('./scenario.cjs');

void runScenario(process.env.SERVICE);
