/** Open points about authentication and errors (§5, §7). */
import { open, type ConformanceCase } from '../case.ts';
import type { ConformanceContext } from '../service/context.ts';
import { observedBody, type ServiceResponse } from '../service/http.ts';
import { randomId } from '../service/scratch.ts';

export const openErrorCases: readonly ConformanceCase[] = [
  open({
    id: 'authentication',
    operation: 'listWorkspaces',
    observe: async (context) => {
      const { status, headers } = await context.send('listWorkspaces', { withoutHeaders: true });
      // A scheme is a single word; a parameter contains an equals sign.
      const schemes = (headers.get('www-authenticate') ?? '').matchAll(/(?:^|,\s*)([\w-]+)(?=\s|,|$)/g);
      return { statusWithout: status, challenges: Array.from(schemes, ([, scheme = '']) => scheme) };
    },
  }),
  open({
    id: 'error-body',
    operation: 'getMockService',
    observe: async (context) => observedBody(await unknownMockService(context)),
  }),
  open({
    id: 'error-statuses',
    observe: async (context) => {
      const unknown = { params: { workspaceId: randomId() } };
      const malformed = { params: { mockServiceId: 'no-uuid' } };
      const statuses = {
        'getMockService, unknown id': (await unknownMockService(context)).status,
        'getWorkspaceConfiguration, unknown id': (await context.send('getWorkspaceConfiguration', unknown))
          .status,
        'listActivity, unknown id': (await context.send('listActivity', unknown)).status,
        'getMockService, malformed id': (await context.send('getMockService', malformed)).status,
      };
      if (!context.settings.allowWrites) return { statuses };
      return { statuses: { ...statuses, ...(await invalidWrites(context)) } };
    },
  }),
];

function unknownMockService(context: ConformanceContext): Promise<ServiceResponse> {
  return context.once('unknown mock service', () =>
    context.send('getMockService', { params: { mockServiceId: randomId() } }),
  );
}

/** Writes that cannot change anything, however the service treats them. */
async function invalidWrites(context: ConformanceContext): Promise<Record<string, number>> {
  const unknown = { params: { mockServiceId: randomId() } };
  return {
    'createMockService, malformed JSON': (await context.send('createMockService', { text: '{' })).status,
    'deleteMockService, unknown id': (await context.send('deleteMockService', unknown)).status,
  };
}
