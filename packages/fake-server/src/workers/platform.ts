/** What is used of Cloudflare's platform; its own types fit. */

/** The storage of a Durable Object whose class has SQLite. */
export interface ObjectStorage {
  readonly sql: {
    exec: (statement: string, ...values: string[]) => Iterable<Record<string, unknown>>;
  };
  transactionSync: <Result>(act: () => Result) => Result;
  deleteAll: () => Promise<void>;
}

/** What the constructor of a Durable Object is given. */
export interface ObjectContext {
  readonly storage: ObjectStorage;
}

/** A binding to a class of Durable Objects. */
export interface ObjectNamespace {
  idFromName: (name: string) => object;
  get: (id: object) => { fetch: (request: Request) => Promise<Response> };
}
