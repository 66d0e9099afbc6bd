/** The part of a shop that is tested: it places orders with an order service, and tells a warehouse of them. */

/** What is ordered. */
export interface Order {
  readonly sku: string;
  readonly quantity: number;
}

/** Where the shop calls, and how. In a test environment the URLs are those that a mock service stands in for. */
export interface Surroundings {
  readonly ordersUrl: string;
  readonly warehouseUrl: string;
  readonly token: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Told of failures that the customer need not hear of. */
  readonly warn: (message: string) => void;
}

/** The order service has too few of what was ordered. */
export class OutOfStockError extends Error {
  override readonly name = 'OutOfStockError';
}

/**
 * Places an order. The warehouse is told afterwards, while the customer already has the number.
 *
 * @returns The number of the order.
 * @throws {OutOfStockError} when there is too little of it.
 */
export async function placeOrder(order: Order, surroundings: Surroundings): Promise<string> {
  const response = await post(`${surroundings.ordersUrl}/orders`, order, surroundings);
  if (response.status === 409) throw new OutOfStockError(`${order.sku} is out of stock`);
  if (!response.ok) throw new Error(`the order service answered ${response.status}`);
  // The order service is the shop's own, and this is what it promises.
  const { number } = (await response.json()) as { readonly number: string };
  void tellWarehouse({ ...order, number }, surroundings);
  return number;
}

async function tellWarehouse(order: Order & { number: string }, surroundings: Surroundings): Promise<void> {
  try {
    const response = await post(`${surroundings.warehouseUrl}/pickings`, order, surroundings);
    if (!response.ok) surroundings.warn(`the warehouse answered ${response.status} to order ${order.number}`);
  } catch {
    surroundings.warn(`the warehouse could not be reached for order ${order.number}`);
  }
}

function post(url: string, body: unknown, { fetch, token }: Surroundings): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
