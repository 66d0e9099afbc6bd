/** Logs as they arrive, and the state of the fake. */
import { isAbortError } from '@mock-services/sdk';
import { streamActivity, waitForActivity } from '@mock-services/sdk/activity';
import { firstWorkspace, input } from './calls.ts';
import { equal, rejection, type Checks } from './check.ts';
import type { World } from './world.ts';

export const state: Checks<World> = {
  'a log is streamed': async (world) => {
    const id = await firstWorkspace(world);
    const streamed: string[] = [];
    for await (const entry of streamActivity(world.client(), id)) streamed.push(entry.id);
    equal(
      streamed,
      (await world.client().activity.list(id)).map((entry) => entry.id),
    );
  },
  'a stream can be left early': async (world) => {
    const id = await firstWorkspace(world);
    let count = 0;
    for await (const _ of streamActivity(world.client(), id)) {
      count += 1;
      break;
    }
    equal(count, 1);
  },
  'an abort ends a stream': async (world) => {
    const id = await firstWorkspace(world);
    await world.addFault({ operation: 'listActivity', hang: true });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const stream = streamActivity(world.client(), id, { signal: controller.signal });
    await rejection(stream.next(), isAbortError);
  },
  'an exchange is waited for': async (world) => {
    const id = await firstWorkspace(world);
    const [first] = await world.client().activity.list(id);
    const { method = '', path = '' } = first?.request ?? {};
    equal((await waitForActivity(world.client(), id, { method, path })).id, first?.id);
  },
  'a snapshot is restored': async (world) => {
    const { mockServices } = world.client();
    const before = await world.snapshot();
    const { id } = await mockServices.create(input);
    await world.restore(before);
    equal((await mockServices.list()).length, 5);
    equal((await mockServices.create(input)).id, id);
  },
};
