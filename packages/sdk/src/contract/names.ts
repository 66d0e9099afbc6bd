/** Longer names are cut, because finding similar names takes quadratic time. */
const longestName = 60;

/** Minimum length of a beginning for which a longer name is suggested. */
const shortestBeginning = 4;

/** A beginning comes after the same name, and before every misspelled one. */
const beginning = 0.001;

/** Largest share of characters that may differ. */
const maxDifference = 0.4;

/**
 * Returns the name that was probably meant by a misspelled one, or `undefined` if none is similar. Letter case does not
 * matter, and the first four or more letters of a name are enough.
 */
export function nearestName(misspelled: string, names: readonly string[]): string | undefined {
  const given = misspelled.slice(0, longestName).toLowerCase();
  const [nearest] = names
    .map((name) => {
      const key = name.slice(0, longestName).toLowerCase();
      const isBeginning = given.length >= shortestBeginning && key.startsWith(given);
      const share = editDistance(given, key) / Math.max(given.length, key.length, 1);
      return { name, difference: isBeginning ? Math.min(share, beginning) : share };
    })
    .filter(({ difference }) => difference <= maxDifference)
    .sort((one, other) => one.difference - other.difference);
  return nearest?.name;
}

/** Returns ` Did you mean x?`, or an empty string if no name is similar to the misspelled one. */
export function didYouMean(misspelled: string, names: readonly string[]): string {
  const nearest = nearestName(misspelled, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

/** Returns the number of characters to insert, remove or replace (the Levenshtein distance). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    let last = index + 1;
    const next = [last];
    for (let column = 0; column < other.length; column += 1) {
      const replaced = (row[column] ?? 0) + (one[index] === other[column] ? 0 : 1);
      last = Math.min((row[column + 1] ?? 0) + 1, last + 1, replaced);
      next.push(last);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
