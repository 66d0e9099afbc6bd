import type { WireRequest, WireResponse } from './message.ts';

/** What a server that requires a token must know about its fake server. */
export interface Access {
  /** @throws {FakeServerError} (`invalid-option`) if the fake server requires another token. */
  readonly checkToken: (token: string) => void;
  /** Varies a 401 in the same way as the fake server's own 401. */
  readonly vary: (response: WireResponse, request: Pick<WireRequest, 'path' | 'headers'>) => WireResponse;
}

/** Key of the access of a fake server or of worlds. */
export const access: unique symbol = Symbol.for('@mock-services/fake-server.access') as never;

/** Returns `undefined` for an object that only has `handle`. */
export function accessOf(served: object): Access | undefined {
  return access in served ? (served[access] as Access) : undefined;
}
