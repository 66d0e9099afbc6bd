import type { RecordedHeaders } from '../headers.ts';
import type { HarPair } from './types.ts';

/** Headers as a list. `set-cookie`, which cannot be folded into one line, stands once for each cookie. */
export function headerPairs(headers: RecordedHeaders): HarPair[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (isSetCookie(name) ? value.split('\n') : [value]).map((one) => ({ name, value: one })),
  );
}

/** The reverse: headers that stand more than once become one, by the separator that each kind has. */
export function headerRecord(pairs: readonly HarPair[]): Record<string, string> {
  const found = new Map<string, HarPair>();
  for (const { name, value } of pairs) {
    const key = name.toLowerCase();
    const before = found.get(key);
    found.set(
      key,
      before ? { name: before.name, value: before.value + separatorOf(key) + value } : { name, value },
    );
  }
  return Object.fromEntries(Array.from(found.values(), ({ name, value }) => [name, value]));
}

function separatorOf(name: string): string {
  if (isSetCookie(name)) return '\n';
  return name === 'cookie' ? '; ' : ', ';
}

function isSetCookie(name: string): boolean {
  return name.toLowerCase() === 'set-cookie';
}
