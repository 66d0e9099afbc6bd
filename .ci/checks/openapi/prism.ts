/** Prism as a process on a free loopback port. */
import { at, checker } from '../../../tools/lib/paths.ts';
import { freePort, listening, start } from '../../../tools/lib/servers.ts';

/** A running Prism. */
export interface Prism extends AsyncDisposable {
  readonly url: string;
}

/** Responds with the examples of docs/openapi.json. A request that violates the document gets an error response. */
export function mockServer(): Promise<Prism> {
  return startPrism('mock', at('docs/openapi.json'));
}

/** Forwards requests to `upstream`. A request or a response that violates the document becomes an error response. */
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
