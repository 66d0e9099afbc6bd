import { nearestName } from './names.ts';

/**
 * Names from other HTTP clients and from activity entries that are too different from the option names to look like
 * misspellings.
 */
const renamed: Readonly<Record<string, string>> = {
  retry: 'maxRetries',
  retries: 'maxRetries',
  maxretry: 'maxRetries',
  prefixurl: 'baseUrl',
  url: 'baseUrl',
  apikey: 'token',
  hooks: 'ky',
  requestheaders: 'headers',
  requestbody: 'body',
  hostname: 'host',
  statuscode: 'status',
  responsetimems: 'slowerThan',
  timestamp: 'since',
};

/** Returns sentences such as "Unknown option `retries`. Did you mean `maxRetries`?" */
export function describeUnknown(given: object, known: readonly string[], noun: string): string[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `Unknown ${noun} \`${name}\`. ${adviceOn(name, known)}`);
}

/** Returns a sentence with the nearest name, or with all names if none is similar. */
export function adviceOn(name: string, known: readonly string[]): string {
  const given = name.toLowerCase();
  const others = Object.keys(renamed).filter((spelling) => known.includes(renamed[spelling] ?? ''));
  const nearest = nearestName(name, [...known, ...others]);
  const meant =
    nearest === undefined
      ? known.find((option) => option.toLowerCase().includes(given) || given.includes(option.toLowerCase()))
      : (renamed[nearest] ?? nearest);
  return meant === undefined ? `Expected one of: ${known.join(', ')}.` : `Did you mean \`${meant}\`?`;
}
