/**
 * What platforms have had only since the floor: Chrome 100, Firefox 100 and Safari 15.4, all of spring 2022.
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
  // Since before the floor, but not on pages without TLS.
  ...namesIn('Crypto.prototype', 'randomUUID subtle'),
  // Reached through an instance: the class of all typed arrays has no name.
  ...namesIn('Int8Array.prototype.__proto__', 'findLast findLastIndex toReversed toSorted with'),
] as const;

function namesIn(owner: string, names: string): string[] {
  return names.split(' ').map((name) => `${owner}.${name}`);
}

const OldSymbol = Symbol;

/** Removes what is newer than the floor from this process, but for a few globals. Returns what is there all the same. */
export function removeNewer(kept: readonly string[]): string[] {
  // The platform's own symbols cannot be deleted.
  const { asyncDispose: _, dispose: __, ...symbols } = Object.getOwnPropertyDescriptors(Symbol);
  globalThis.Symbol = Object.defineProperties(
    (text?: string) => OldSymbol(text),
    symbols,
  ) as SymbolConstructor;
  const { prototype } = ReadableStream;
  const { [Symbol.asyncIterator]: iterate } = prototype;
  Object.defineProperty(prototype, Symbol.asyncIterator, {
    // Node's own fetch iterates request bodies.
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
