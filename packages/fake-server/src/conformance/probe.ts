/** The mock services that the suite sends: valid by all that the interface states, and telling in every field. */
import type { MockServiceInput } from '@mock-services/sdk/contract';

/** What an own mock service begins with: something in every list, so that what gets lost is seen. */
export function probe(title: string): MockServiceInput {
  return {
    type: 'REST',
    title,
    config: {
      cors: {
        allowedOrigins: ['one.conformance.example', 'two.conformance.example'],
        allowedMethods: ['GET', 'POST', 'DELETE', 'PUT'],
        allowedHeaders: ['x-conformance-request', 'content-type'],
      },
      defaultResponseHeaders: { 'x-conformance-yes': true, 'x-conformance-no': false },
      upstreams: [
        { name: 'first', url: 'https://first.conformance.example/base' },
        { name: 'second', url: 'https://second.conformance.example:8443' },
      ],
    },
  };
}

/** What an update sends: other and fewer members everywhere, so that what was merged is seen. */
export function replacement(title: string): MockServiceInput {
  return {
    type: 'REST',
    title,
    config: {
      cors: {
        allowedOrigins: ['three.conformance.example'],
        allowedMethods: ['PUT', 'GET'],
        allowedHeaders: [],
      },
      defaultResponseHeaders: { 'x-conformance-other': true, 'x-conformance-yes': false },
      upstreams: [{ name: 'third', url: 'https://third.conformance.example' }],
    },
  };
}
