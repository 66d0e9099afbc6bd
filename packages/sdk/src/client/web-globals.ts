/** Check `TextEncoder` immediately, because ky needs it while being imported. */
check(['TextEncoder']);

/** @throws TypeError if the environment lacks a class that the client needs. */
export function checkWebGlobals(): void {
  check(['Headers', 'Request', 'Response']);
}

function check(names: readonly string[]): void {
  const missing = names.filter((name) => Reflect.get(globalThis, name) === undefined);
  if (missing.length === 0) return;
  throw new TypeError(
    `The client needs ${missing.join(', ')}, which this environment does not have. jest-environment-jsdom hides Node's web APIs: use the environment jest-fixed-jsdom or node instead.`,
  );
}
