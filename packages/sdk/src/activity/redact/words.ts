/**
 * The words of a name in the singular: `xHubSignature`, `x-hub-signature-256`, `x.hub[signatures]` and `X%2DHub_Signature`
 * have the same.
 */
export function wordsOf(name: string): string[] {
  return decoded(name)
    .replace(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map((word) => (/[a-z]{3}s$/.test(word) && !word.endsWith('ss') ? word.slice(0, -1) : word));
}

/** A text without its percent-encoding, which may be nested. What is encoded wrongly stays. */
export function decoded(text: string, levels = 3): string {
  if (levels === 0 || !text.includes('%')) return text;
  try {
    return decoded(decodeURIComponent(text), levels - 1);
  } catch {
    return text;
  }
}
