/** Adds a type that happy-dom's types name, but @types/node 24 lacks. */
import type { UnderlyingSource } from 'node:stream/web';

declare module 'node:stream/web' {
  export type UnderlyingDefaultSource<Value> = UnderlyingSource<Value>;
}
