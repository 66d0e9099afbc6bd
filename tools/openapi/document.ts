import { type Endpoint, endpoints, openPoints, operationIds } from '../../packages/sdk/src/contract/index.ts';
import { fakeHost } from '../../packages/sdk/src/seed/index.ts';
import { createComponents, type Components } from './components.ts';
import { asQuestions, openPointsOfErrors } from './open-points.ts';
import { operationOf, templateOf, unspecifiedError } from './operation.ts';

const description = `Everything that the interface document specifies. Objects may have fields that the document does not mention.

The interface does not specify how requests are authenticated (§5). An empty \`security\` therefore does not mean
that no authentication is required.

\`x-open-points\` lists the questions that the interface leaves open. Each operation lists the questions that affect it.`;

const tags: readonly { readonly name: Endpoint['tag']; readonly description: string }[] = [
  { name: 'mock services', description: 'Configurations of mock services (§2.1 to §2.3).' },
  { name: 'workspaces', description: 'Workspaces and their configurations (§2.4).' },
  { name: 'activity', description: 'The log of recorded exchanges of each workspace (§2.5).' },
];

/** The document must always be the same for the same contract, including the order of keys. */
export function createOpenApiDocument() {
  const components = createComponents();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mock Service Configuration and Workspace Activity Interface',
      version: '1.0.0',
      summary: 'Manage mock service configurations, list workspaces, read and clear activity logs.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{baseUrl}',
        description: 'A deployment of the service.',
        variables: {
          baseUrl: {
            default: `https://${fakeHost}`,
            description:
              'Base URL of the deployment. It may include a path. All other paths are relative to it.',
          },
        },
      },
    ],
    // The interface does not specify how requests are authenticated.
    security: [],
    tags,
    paths: paths(components),
    components: { schemas: components.schemas, responses: { [unspecifiedError]: errorResponse() } },
    'x-open-points': openPoints.map(({ id, section, question }) => ({ id, section, question })),
  };
}

function paths(components: Components) {
  const items: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const id of operationIds) {
    const template = templateOf(id);
    const method = endpoints[id].method.toLowerCase();
    items[template] = { ...items[template], [method]: operationOf(id, components) };
  }
  return items;
}

function errorResponse() {
  return { description: `Not specified. ${asQuestions(openPointsOfErrors)}` };
}

export function serializeDocument(document: ReturnType<typeof createOpenApiDocument>): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
