import type { AdapterWithFake } from '../behavior/adapter.ts';

/** Returns a `fetch` function that sends a token. */
export function authorized(token: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set('authorization', `Bearer ${token}`);
    // Request no compression, because a compressed body has no content-length.
    request.headers.set('accept-encoding', 'identity');
    return fetch(request);
  };
}

/**
 * Returns a fake server in workerd, the runtime of Cloudflare Workers. The methods of the fake server call admin
 * endpoints.
 *
 * @param url - URL of a world.
 */
export function remoteFake(url: string, call: typeof fetch): AdapterWithFake['fake'] {
  const admin = async (method: string, path: string, body?: object): Promise<void> => {
    const response = await call(`${url}/__fake${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  return {
    faults: {
      add: (fault) => admin('POST', '/faults', fault),
    },
    reset: () => admin('POST', '/reset'),
  };
}
