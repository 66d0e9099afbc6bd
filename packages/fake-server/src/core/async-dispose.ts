/** Some JavaScript engines lack `Symbol.asyncDispose`. Without a fallback, the method would be named `undefined`. */
const symbols: { readonly asyncDispose?: typeof Symbol.asyncDispose } = Symbol;

export const asyncDispose: typeof Symbol.asyncDispose =
  symbols.asyncDispose ?? (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);
