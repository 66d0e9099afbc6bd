/**
 * Playwright's `webServer`, wait-on and health checks request the page at the base path until the server is ready. The
 * page is constant, so the request reaches neither a world nor the journal.
 */
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { parseBaseUrl } from '../http/base-url.ts';
import type { Check } from '../door/door.ts';
import type { WireResponse } from '../http/message.ts';
import { worldRequest, worldSegment } from '../worlds/world-name.ts';
import { dispatchOf } from '../worlds/worlds.ts';

/** Returns a function that responds to GET and HEAD of the base path, with or without a world, and to no other request. */
export function basePageOf(served: { readonly baseUrl: string }, admin = false): Check {
  const { prefix } = parseBaseUrl(served.baseUrl);
  const hasWorlds = dispatchOf(served) !== undefined;
  const response: WireResponse = {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      // Disable the browser's cache, because another program may use the same port, and thus the same origin, later.
      'cache-control': 'no-store',
    },
    body: htmlOf(prefix, admin, hasWorlds),
  };
  return ({ method, path }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const [pathname = ''] = (hasWorlds ? withoutWorld(path, prefix) : path).split(/[?#]/, 1);
    return pathname === prefix || pathname === `${prefix}/` ? response : undefined;
  };
}

function withoutWorld(path: string, prefix: string): string {
  try {
    return worldRequest({ method: 'GET', path }, prefix).request.path;
  } catch {
    return path;
  }
}

function htmlOf(prefix: string, admin: boolean, hasWorlds: boolean): string {
  const lines = operationIds.map((id) => {
    const { method, path, summary } = endpoints[id];
    const isLink = method === 'GET' && !path.includes(':');
    return `<li>${isLink ? link(method, prefix + path) : code(`${method} ${prefix}${path}`)}: ${escaped(summary)}</li>`;
  });
  const worlds = `<p>Below ${code(`${worldSegment}<name>`)}, each world has the same endpoints with its own data.</p>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Fake server</title>
<h1>Fake server</h1>
<p>This fake server (@mock-services/fake-server) fakes the mock service configuration and workspace activity interface. It is ready, and has these endpoints:</p>
<ul>
${lines.join('\n')}
</ul>
${hasWorlds ? worlds : ''}
${admin ? `<p>Admin endpoints: ${link('GET', `${prefix}/__fake/`)}</p>` : ''}
</html>
`;
}

function link(method: string, path: string): string {
  return `<a href="${escaped(path)}">${code(`${method} ${path}`)}</a>`;
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** The path of a base URL may contain `&`. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
