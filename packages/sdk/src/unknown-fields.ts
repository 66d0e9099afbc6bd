/** Option names of other HTTP clients, which are too different from ours to be recognized as misspellings. */
const renamed: Readonly<Record<string, string>> = {
  retry: 'maxRetries',
  retries: 'maxRetries',
  maxretry: 'maxRetries',
  prefixurl: 'baseUrl',
  url: 'baseUrl',
  apikey: 'token',
  hooks: 'ky',
};

/** Returns, for example, "Unknown option `retries`. Did you mean `maxRetries`?" */
export function describeUnknown(given: object, known: readonly string[], noun: string): string[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `Unknown ${noun} \`${name}\`. ${adviceOn(name, known)}`);
}

/** Returns a sentence with the nearest name, or with all names. */
export function adviceOn(name: string, known: readonly string[]): string {
  const given = name.toLowerCase();
  const spellings = [
    ...known.map((option) => [option.toLowerCase(), option] as const),
    ...Object.entries(renamed),
  ]
    .filter(([, option]) => known.includes(option))
    .map(([spelling, option]) => ({ option, distance: levenshteinDistance(spelling, given) }))
    .sort((one, other) => one.distance - other.distance);
  const nearest = spellings.find(({ distance }) => distance <= Math.min(2, given.length / 2))?.option;
  const meant =
    nearest ??
    known.find((option) => option.toLowerCase().includes(given) || given.includes(option.toLowerCase()));
  return meant === undefined ? `Expected one of: ${known.join(', ')}.` : `Did you mean \`${meant}\`?`;
}

function levenshteinDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1) {
      const [corner = 0, above = 0] = row.slice(column, column + 2);
      const isEqual = one.charAt(index) === other.charAt(column);
      next.push(Math.min(above + 1, (next[column] ?? 0) + 1, corner + (isEqual ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
