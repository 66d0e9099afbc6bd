// babel-jest compiles this module to CommonJS.
import { isApiError } from '@mock-services/sdk';
import { runScenario } from './scenario.cjs';

test('runs the scenario', () => runScenario(process.env.SERVICE), 60_000);

test('exports the guards of errors', () => expect(isApiError(new Error('x'))).toBe(false));
