/** A `test` for the shop. Each test has its own workspace, which records the requests of the shop. */
import { fakeTest } from '@mock-services/fake-server/vitest';
import { toCurl } from '@mock-services/sdk/activity';
import { onTestFailed, vi } from 'vitest';
import type { Environment } from '../src/orders.ts';

/** The fixture `shop` of a test. */
export interface Shop {
  readonly workspaceId: string;
  readonly environment: Environment;
  /** Responses of the order service and the warehouse, by the last segment of the path. */
  readonly responses: Map<string, () => Response>;
}

export const test = fakeTest({ clock: '2026-03-01T12:00:00Z', assertClean: true }).extend<{ shop: Shop }>({
  shop: async ({ fake }, use) => {
    const workspaceId = fake.workspaces.add({ name: 'Shop' }).id;
    const responses = new Map([
      ['orders', () => Response.json({ number: 'A-1001' }, { status: 201 })],
      ['pickings', () => new Response(null, { status: 202 })],
    ]);
    // Responds like the order service or the warehouse, and records the exchange as the real service would.
    const upstream = async (url: string, { method, headers, body }: RequestInit) => {
      const response = responses.get(url.split('/').at(-1) ?? '')?.() ?? new Response(null, { status: 404 });
      fake.activity.record(workspaceId, {
        request: { method, url, headers: Object.fromEntries(new Headers(headers)), body: body as string },
        response: { statusCode: response.status },
      });
      return response;
    };
    const environment = {
      ordersUrl: 'https://orders.example.com',
      warehouseUrl: 'https://warehouse.example.com',
      token: 'a-secret-token',
      fetch: upstream,
      warn: vi.fn<(message: string) => void>(),
    };
    // Prints the requests as curl commands, without the token.
    onTestFailed(() => {
      console.error(
        fake.activity
          .list(workspaceId)
          .map((entry) => toCurl(entry))
          .join('\n'),
      );
    });
    await use({ workspaceId, environment, responses });
  },
});
