import { http, type HttpHandler } from 'msw';
import { endpoints, operationIds, type OperationId } from '@mock-services/sdk/contract';
import { createResponder } from '../core/http/fetch.ts';
import type { FakeServer } from '../core/index.ts';

/**
 * MSW asks one handler after the other and parses the request for each anew, so what is asked for most often goes first.
 */
const mostAsked: readonly OperationId[] = ['getMockService', 'listMockServices'];

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/**
 * The endpoints of a fake server as MSW request handlers: one for each operation, and a last one that explains
 * what is wrong with a path or a method that no endpoint has. MSW 2 and 3 take them alike.
 */
export function createHandlers({ baseUrl, handle }: Pick<FakeServer, 'baseUrl' | 'handle'>): HttpHandler[] {
  const respond = createResponder(handle);
  const resolver = ({ request }: { readonly request: Request }) => respond(request);
  const operations = Array.from(new Set([...mostAsked, ...operationIds]), (id) => {
    const { method, path } = endpoints[id];
    return http[verbs[method]](url(baseUrl, path.replaceAll(/:\w+/g, '[^/]+')), resolver);
  });
  return [...operations, http.all(url(baseUrl, explained(baseUrl)), resolver)];
}

/**
 * A URL without its query as MSW matches it. Expressions, because MSW 2 fails on a malformed percent-encoding
 * where a path has parameters or wildcards, and because a base URL may hold what a path gives a meaning to.
 */
function url(baseUrl: string, pathExpression: string): RegExp {
  return new RegExp(`^${baseUrl.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}${pathExpression}$`);
}

/** Paths at which nothing but this fake server is to be found. */
function explained(baseUrl: string): string {
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  if (baseUrl !== page.location?.origin) return '(?:/.*)?';
  // On its own origin a page loads its scripts from paths that are none of the fake's business.
  const areas = new Set(operationIds.map((id) => endpoints[id].path.split('/', 2).join('/')));
  return `(?:${[...areas].join('|')})(?:/.*)?`;
}
