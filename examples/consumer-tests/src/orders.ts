/** The part of a shop that the tests check: it sends orders to an order service and notifies a warehouse. */

export interface Order {
  readonly sku: string;
  readonly quantity: number;
}

/** The services that the shop calls. In tests, mocked responses replace the services. */
export interface Environment {
  readonly ordersUrl: string;
  readonly warehouseUrl: string;
  readonly token: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Receives failures that the customer does not need to know about. */
  readonly warn: (message: string) => void;
}

/** Thrown if the ordered quantity is not in stock. */
export class OutOfStockError extends Error {
  override readonly name = 'OutOfStockError';
}

/**
 * Places an order and returns its number. The warehouse is notified in the background.
 *
 * @throws {OutOfStockError} if the quantity is not in stock.
 */
export async function placeOrder(order: Order, environment: Environment): Promise<string> {
  const response = await post(`${environment.ordersUrl}/orders`, order, environment);
  if (response.status === 409) throw new OutOfStockError(`${order.sku} is out of stock.`);
  if (!response.ok) throw new Error(`The order service responded with ${response.status}.`);
  // The order service belongs to the shop, so the type of its response is known.
  const { number } = (await response.json()) as { readonly number: string };
  void notifyWarehouse({ ...order, number }, environment);
  return number;
}

async function notifyWarehouse(order: Order & { number: string }, environment: Environment): Promise<void> {
  try {
    const response = await post(`${environment.warehouseUrl}/pickings`, order, environment);
    if (!response.ok)
      environment.warn(`The warehouse responded with ${response.status} to order ${order.number}.`);
  } catch {
    environment.warn(`The warehouse could not be reached for order ${order.number}.`);
  }
}

function post(url: string, body: unknown, { fetch, token }: Environment): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
