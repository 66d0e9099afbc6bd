import { runScenario } from './scenario.mjs';

Deno.test('runs the scenario', () => runScenario(Deno.env.get('SERVICE')));
