import { runScenario } from './scenario.mjs';

it('runs the scenario', () => runScenario(process.env.SERVICE)).timeout(60_000);
