import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { defaultBaseUrl } from '../core/http/base-url.ts';
import type { FakeServerOptions } from '../core/index.ts';
import { warn } from '../core/unknown-options.ts';

/**
 * Warns, once, of a request for an endpoint below another base URL: the client's and the fake server's were probably meant to
 * be the same. It does so where the fake server has its default base URL, or is on the origin of the request.
 */
export function elsewhereWarning(
  baseUrl: string,
  options: Pick<FakeServerOptions, 'onWarning'>,
): (request: Pick<Request, 'method' | 'url'>) => void {
  const { origin } = new URL(baseUrl);
  let isTold = false;
  let endpoint: RegExp | undefined;
  return ({ method, url }) => {
    if (isTold) return;
    const [address = ''] = url.split(/[?#]/, 1);
    const [, base] = (endpoint ??= anyEndpoint()).exec(address) ?? [];
    if (base === undefined) return;
    if (baseUrl !== defaultBaseUrl.href && new URL(address).origin !== origin) return;
    isTold = true;
    warn(
      options,
      `${method} ${address} is not for this fake server, which responds below ${baseUrl}. If it should be, create the fake server with baseUrl: '${base}', or the client with baseUrl: '${baseUrl}'.`,
    );
  };
}

/** The URL of any endpoint, and what precedes its path. */
function anyEndpoint(): RegExp {
  const paths = operationIds.map((id) => endpoints[id].path.replaceAll(/:\w+/g, '[^/]+'));
  return new RegExp(`^(.*?)(?:${paths.join('|')})$`);
}
