const { runScenario } = require('./scenario.cjs');

test('runs the scenario', () => runScenario(process.env.SERVICE), 60_000);
