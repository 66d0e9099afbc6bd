/** JSON strings that keep the type of their value. Each value is serialized only once, when it is written. */

declare const content: unique symbol;

export type Json<Value> = string & { readonly [content]: Value };

// The marker field exists only in the type, and only the functions in this file create such strings.

export function encode<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>;
}

export function decode<Value>(json: Json<Value>): Value {
  return JSON.parse(json) as Value;
}

/** The envelope of a resource (§2, conventions). */
export function envelope<Value>(json: Json<Value>): Json<{ data: Value }> {
  return `{"data":${json}}` as Json<{ data: Value }>;
}

export function listEnvelope<Value>(items: Iterable<Json<Value>>): Json<{ data: Value[] }> {
  return `{"data":[${Array.from(items).join(',')}]}` as Json<{ data: Value[] }>;
}

/** JavaScript engines use at most two bytes for each character. */
export function bytesOf(text = ''): number {
  return 2 * text.length;
}
