import { createClient, isApiError } from '@mock-services/sdk';
import { input } from '../input.mjs';

/** Returns what each call of a page leads to. `run.mjs` makes some of the requests fail. */
export async function outcomes(fetch) {
  const client = createClient({ baseUrl: import.meta.env.VITE_SERVICE, fetch, maxRetries: 0 });
  const [limited, moved] = await Promise.all(
    [client.mockServices.list(), client.workspaces.list()].map((call) =>
      call.then(
        ({ length }) => length,
        (error) => isApiError(error) && [error.status, error.retryAfterMs],
      ),
    ),
  );
  const { id } = await client.mockServices.create(input);
  return { limited, moved, title: (await client.mockServices.get(id)).title };
}
