/** Errors, repeats, time-outs and aborts. */
import {
  isAbortError,
  isApiError,
  isNetworkError,
  isParseError,
  isTimeoutError,
  isValidationError,
} from '@mock-services/sdk';
import { input } from './calls.ts';
import { equal, rejection, type Checks } from './check.ts';
import type { World } from './world.ts';

const operation = 'listMockServices';
const atOnce = { 'retry-after': '0' };

export const failures: Checks<World> = {
  'a reset connection is a network error': async (world) => {
    await world.addFault({ operation, reset: true });
    const { attempts } = await rejection(world.client({ maxRetries: 0 }).mockServices.list(), isNetworkError);
    equal(attempts, 1);
  },
  'a body that breaks off is a network error': async (world) => {
    await world.addFault({ operation, truncated: true });
    await rejection(world.client({ maxRetries: 0 }).mockServices.list(), isNetworkError);
  },
  'a page instead of JSON is a parse error': async (world) => {
    await world.addFault({ operation, status: 200, notJson: true });
    await rejection(world.client().mockServices.list(), isParseError);
  },
  'a response of another shape is a validation error with its paths': async (world) => {
    await world.addFault({ operation, body: { data: [{ id: 7 }] } });
    const { side, issues } = await rejection(world.client().mockServices.list(), isValidationError);
    equal([side, issues[0]?.path], ['response', 'data[0].id']);
  },
  'a 503 is repeated until it is over': async (world) => {
    await world.addFault({ operation, status: 503, times: 2, headers: atOnce });
    const { attempts } = await world.client().mockServices.list().withResponse();
    equal([attempts, await world.received(operation)], [3, 3]);
  },
  'a 503 that stays is reported after two repeats': async (world) => {
    await world.addFault({ operation, status: 503, headers: atOnce });
    const { status, attempts } = await rejection(world.client().mockServices.list(), isApiError);
    equal([status, attempts, await world.received(operation)], [503, 3, 3]);
  },
  'a POST is not repeated': async (world) => {
    await world.addFault({ operation: 'createMockService', status: 503, headers: atOnce });
    const { attempts } = await rejection(world.client().mockServices.create(input), isApiError);
    equal([attempts, await world.received('createMockService')], [1, 1]);
  },
  'an attempt that takes too long is a time-out': async (world) => {
    await world.addFault({ operation, hang: true });
    const call = world.client({ timeout: 100 }).mockServices.list();
    const { phase, attempts } = await rejection(call, isTimeoutError);
    equal([phase, attempts], ['attempt', 1]);
  },
  'a call that takes too long is a time-out': async (world) => {
    await world.addFault({ operation, hang: true });
    const call = world.client({ totalTimeout: 100 }).mockServices.list();
    equal((await rejection(call, isTimeoutError)).phase, 'total');
  },
  'an abort ends a call': async (world) => {
    await world.addFault({ operation, hang: true });
    const controller = new AbortController();
    const call = world.client().mockServices.list({ signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 50);
    equal((await rejection(call, isAbortError)).cause, 'enough');
  },
  'a call with an aborted signal sends nothing': async (world) => {
    await rejection(world.client().workspaces.list({ signal: AbortSignal.abort() }), isAbortError);
    // Not the operation of the checks above, whose requests may arrive late.
    equal(await world.received('listWorkspaces'), 0);
  },
};
