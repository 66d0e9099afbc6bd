const { runScenario } = require('./scenario.cjs');

test('runs the scenario', () => runScenario(process.env.FAKE_URL), 60_000);
