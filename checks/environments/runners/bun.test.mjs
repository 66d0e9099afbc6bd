import { test } from 'bun:test';
import { runScenario } from './scenario.mjs';

test('runs the scenario', () => runScenario(process.env.SERVICE), 60_000);
