/** Open points of authentication and errors (§5, §7). */
import { open, type ConformanceCase } from '../case.ts';
import type { ConformanceContext } from '../context.ts';
import { randomId } from '../random.ts';
import { bodyOf } from './body.ts';

export const observedErrors: readonly ConformanceCase[] = [
  open({
    id: 'authentication',
    operation: 'listWorkspaces',
    observe: async (context) => {
      const { status, headers } = await context.send('listWorkspaces', { withoutHeaders: true });
      const challenge = headers.get('www-authenticate') ?? '';
      // A scheme is a word of its own; parameters have an equals sign.
      const schemes = Array.from(
        challenge.matchAll(/(?:^|,\s*)([\w-]+)(?=\s|,|$)/g),
        ([, scheme = '']) => scheme,
      );
      return { statusWithout: status, challenges: schemes };
    },
  }),
  open({
    id: 'error-body',
    operation: 'getMockService',
    observe: async (context) => bodyOf(await unknownMockService(context)),
  }),
  open({
    id: 'error-statuses',
    observe: async (context) => {
      const workspace = { params: { workspaceId: randomId() } };
      const reads = {
        'getMockService, unknown id': (await unknownMockService(context)).status,
        'getWorkspaceConfiguration, unknown id': (await context.send('getWorkspaceConfiguration', workspace))
          .status,
        'listActivity, unknown id': (await context.send('listActivity', workspace)).status,
        'getMockService, malformed id': (
          await context.send('getMockService', { params: { mockServiceId: 'no-uuid' } })
        ).status,
      };
      return { statuses: { ...reads, ...(context.settings.mayWrite ? await refusedWrites(context) : {}) } };
    },
  }),
];

function unknownMockService(context: ConformanceContext) {
  return context.once('unknown mock service', () =>
    context.send('getMockService', { params: { mockServiceId: randomId() } }),
  );
}

/** Writes that can change nothing, whatever the service makes of them. */
async function refusedWrites(context: ConformanceContext): Promise<Record<string, number>> {
  const unknown = { params: { mockServiceId: randomId() } };
  return {
    'createMockService, malformed JSON': (await context.send('createMockService', { text: '{' })).status,
    'deleteMockService, unknown id': (await context.send('deleteMockService', unknown)).status,
  };
}
