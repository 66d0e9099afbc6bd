/** JSON text typed by the value it holds. What is stored is serialized once, at the write. */

declare const content: unique symbol;

/** The JSON text of a `Value`. */
export type Json<Value> = string & { readonly [content]: Value };

// The marker exists for the compiler alone: these assertions are the only source of it.

export function encode<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>;
}

/** A new value each time; it encodes to the same text again. */
export function decode<Value>(json: Json<Value>): Value {
  return JSON.parse(json) as Value;
}

/** `{ data }` around one resource (§2, conventions). */
export function envelope<Value>(json: Json<Value>): Json<{ data: Value }> {
  return `{"data":${json}}` as Json<{ data: Value }>;
}

/** `{ data }` around a list of resources. */
export function listEnvelope<Value>(items: Iterable<Json<Value>>): Json<{ data: Value[] }> {
  return `{"data":[${Array.from(items).join(',')}]}` as Json<{ data: Value[] }>;
}

/** Bytes of a text: engines use at most two for a character. */
export function bytesOf(text = ''): number {
  return 2 * text.length;
}
