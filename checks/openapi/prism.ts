/** Prism is a mock server for OpenAPI documents. It runs in a separate process on a free loopback port. */
import { at, checker } from '../../tools/lib/paths.ts';
import { freePort, listening, start } from '../../tools/lib/servers.ts';

export interface Prism extends AsyncDisposable {
  readonly url: string;
}

/** Responds with the examples in docs/openapi.json, and rejects requests that do not conform to the document. */
export function mockServer(): Promise<Prism> {
  return startPrism('mock', at('docs/openapi.json'));
}

/**
 * Forwards requests to `upstream`. If a request or a response does not conform to docs/openapi.json, the proxy responds
 * with an error.
 */
export function validatingProxy(upstream: string): Promise<Prism> {
  return startPrism('proxy', at('docs/openapi.json'), upstream, '--errors');
}

async function startPrism(...args: readonly string[]): Promise<Prism> {
  const port = await freePort();
  const address = ['--host', '127.0.0.1', '--port', String(port)];
  const { stop } = start(process.execPath, [checker('prism'), ...args, ...address]);
  const url = `http://127.0.0.1:${port}`;
  await listening(url);
  return { url, [Symbol.asyncDispose]: stop };
}
