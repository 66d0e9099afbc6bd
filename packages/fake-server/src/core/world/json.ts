/** JSON strings with the type of their values. Each value is serialized once, when it is written. */

declare const content: unique symbol;

/** A string that contains a `Value` as JSON. */
export type Json<Value> = string & { readonly [content]: Value };

// The marker type exists only for the compiler. Only these functions create it.

export function encode<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>;
}

/** Returns a new value at each call. */
export function decode<Value>(json: Json<Value>): Value {
  return JSON.parse(json) as Value;
}

/** Wraps a resource as `{ data }` (§2, conventions). */
export function envelope<Value>(json: Json<Value>): Json<{ data: Value }> {
  return `{"data":${json}}` as Json<{ data: Value }>;
}

/** Wraps a list of resources as `{ data }`. */
export function listEnvelope<Value>(items: Iterable<Json<Value>>): Json<{ data: Value[] }> {
  return `{"data":[${Array.from(items).join(',')}]}` as Json<{ data: Value[] }>;
}

/** The size of a string in memory. JavaScript engines use at most two bytes for each character. */
export function bytesOf(text = ''): number {
  return 2 * text.length;
}
