/**
 * Features that are newer than the oldest supported platforms: Chrome 100, Firefox 100 and Safari 15.4 (spring 2022).
 */
const newer = [
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Array.fromAsync',
  ...namesIn('Array.prototype', 'findLast findLastIndex toReversed toSorted toSpliced with'),
  ...namesIn('ArrayBuffer.prototype', 'resizable resize transfer transferToFixedLength'),
  'Atomics.waitAsync',
  ...namesIn('Blob.prototype', 'bytes'),
  'CompressionStream',
  'DecompressionStream',
  'Error.isError',
  'Float16Array',
  'Headers.prototype.getSetCookie',
  ...namesIn('Iterator.prototype', 'drop every filter find flatMap forEach map reduce some take toArray'),
  'Iterator',
  'Map.groupBy',
  'Math.f16round',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'ReadableStream.from',
  'ReadableStream.prototype.values',
  'RegExp.escape',
  'RegExp.prototype.unicodeSets',
  'Request.prototype.bytes',
  'Request.prototype.duplex',
  'Response.json',
  'Response.prototype.bytes',
  ...namesIn(
    'Set.prototype',
    'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union',
  ),
  'Symbol.asyncDispose',
  'Symbol.dispose',
  ...namesIn('Uint8Array', 'fromBase64 fromHex'),
  ...namesIn('Uint8Array.prototype', 'setFromBase64 setFromHex toBase64 toHex'),
  'URL.canParse',
  'URL.parse',
  'URLPattern',
  'URLSearchParams.prototype.size',
  // Older features that are missing on pages without TLS.
  ...namesIn('Crypto.prototype', 'randomUUID subtle'),
  // The base class of all typed arrays has no global name, so the path leads through a subclass.
  ...namesIn('Int8Array.prototype.__proto__', 'findLast findLastIndex toReversed toSorted with'),
] as const;

function namesIn(owner: string, names: string): string[] {
  return names.split(' ').map((name) => `${owner}.${name}`);
}

const OldSymbol = Symbol;

/**
 * Removes newer platform features from this process, except the features in `kept`. Returns the features that could not
 * be removed.
 */
export function removeNewer(kept: readonly string[]): string[] {
  // Built-in symbols cannot be deleted.
  const { asyncDispose: _, dispose: __, ...symbols } = Object.getOwnPropertyDescriptors(Symbol);
  globalThis.Symbol = Object.defineProperties(
    (text?: string) => OldSymbol(text),
    symbols,
  ) as SymbolConstructor;
  const { prototype } = ReadableStream;
  const { [Symbol.asyncIterator]: iterate } = prototype;
  Object.defineProperty(prototype, Symbol.asyncIterator, {
    // Node's own `fetch` must be able to iterate over request bodies.
    get: () => (new Error('where').stack?.includes('node:internal/deps/undici') ? iterate : undefined),
  });
  return newer.filter((path) => {
    if (kept.includes(path)) return false;
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const owner = steps.reduce<object>((from, name) => (Reflect.get(from, name) ?? {}) as object, globalThis);
    Reflect.deleteProperty(owner, last);
    return last in owner;
  });
}
