const needed = ['Request', 'Response', 'TextDecoder', 'TextEncoder'];

/** @throws {TypeError} in jest-environment-jsdom, which hides Node's own web APIs. */
export function checkWebGlobals(): void {
  const missing = needed.filter((name) => Reflect.get(globalThis, name) === undefined);
  if (missing.length === 0) return;
  throw new TypeError(
    `The fake server needs ${missing.join(', ')}, which this environment does not have. jest-environment-jsdom hides Node's web APIs: use the environment jest-fixed-jsdom or node instead.`,
  );
}
