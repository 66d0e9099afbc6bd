/** Maximum length of a compared name, because finding similar names takes quadratic time. */
const longestName = 60;

const shortestBeginning = 4;

/** Distance of an abbreviation, which is less similar than an equal name, but more similar than any misspelled name. */
const beginning = 0.001;

const maxDifference = 0.4;

/**
 * Returns the name most similar to a misspelled name, or `undefined`. A difference in upper and lower case is ignored,
 * and an abbreviation of at least four letters is similar.
 */
export function nearestName(misspelled: string, names: readonly string[]): string | undefined {
  const given = keyOf(misspelled);
  let nearest: string | undefined;
  let least = maxDifference;
  for (const name of names) {
    const key = keyOf(name);
    const distance = editDistance(given, key) / Math.max(given.length, key.length, 1);
    const isBeginning = given.length >= shortestBeginning && key.startsWith(given);
    const share = isBeginning ? Math.min(distance, beginning) : distance;
    if (share > least || (share === least && nearest !== undefined)) continue;
    nearest = name;
    least = share;
  }
  return nearest;
}

/** Returns ` Did you mean x?`, or an empty string if no name is similar. */
export function didYouMean(misspelled: string, names: readonly string[]): string {
  const nearest = nearestName(misspelled, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

function keyOf(name: string): string {
  return name.slice(0, longestName).toLowerCase();
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column += 1) {
      const replaced = (row[column] ?? 0) + (one[index] === other[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
