/** The part of a shop under test: it places orders with an order service and notifies a warehouse. */

/** An order. */
export interface Order {
  readonly sku: string;
  readonly quantity: number;
}

/** The services that the shop calls. In tests, mock services replace them. */
export interface Environment {
  readonly ordersUrl: string;
  readonly warehouseUrl: string;
  readonly token: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Reports failures that do not concern the customer. */
  readonly warn: (message: string) => void;
}

/** The ordered quantity is not in stock. */
export class OutOfStockError extends Error {
  override readonly name = 'OutOfStockError';
}

/**
 * Places an order. The warehouse is notified afterwards, when the customer already has the number.
 *
 * @returns The number of the order.
 * @throws {OutOfStockError} when the quantity is not in stock.
 */
export async function placeOrder(order: Order, environment: Environment): Promise<string> {
  const response = await post(`${environment.ordersUrl}/orders`, order, environment);
  if (response.status === 409) throw new OutOfStockError(`${order.sku} is out of stock`);
  if (!response.ok) throw new Error(`the order service answered ${response.status}`);
  // The contract of the shop's own order service.
  const { number } = (await response.json()) as { readonly number: string };
  void notifyWarehouse({ ...order, number }, environment);
  return number;
}

async function notifyWarehouse(order: Order & { number: string }, environment: Environment): Promise<void> {
  try {
    const response = await post(`${environment.warehouseUrl}/pickings`, order, environment);
    if (!response.ok) environment.warn(`the warehouse answered ${response.status} to order ${order.number}`);
  } catch {
    environment.warn(`the warehouse could not be reached for order ${order.number}`);
  }
}

function post(url: string, body: unknown, { fetch, token }: Environment): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
