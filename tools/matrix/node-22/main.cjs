const { runScenario } = require('./scenario.cjs');

void runScenario(process.env.FAKE_URL);
