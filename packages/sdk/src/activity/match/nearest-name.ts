/** The longest name to compare. */
const longest = 40;

/** The name that a misspelt one most likely meant, if it resembles any. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  const given = misspelt.slice(0, longest);
  const [nearest] = names
    .map((name) => ({ name, difference: editsBetween(given, name) / Math.max(given.length, name.length) }))
    .filter(({ difference }) => difference <= 0.4)
    .sort((one, other) => one.difference - other.difference);
  return nearest?.name;
}

/** How many characters to add, drop or replace (Levenshtein), letter case aside. */
function editsBetween(one: string, other: string): number {
  const [from, to] = [one.toLowerCase(), other.toLowerCase()];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 0; i < from.length; i += 1) {
    let left = i + 1;
    row = row.map((above, j) => {
      if (j === 0) return left;
      const diagonal = row[j - 1] ?? 0;
      left = Math.min(left + 1, above + 1, diagonal + (from[i] === to[j - 1] ? 0 : 1));
      return left;
    });
  }
  return row.at(-1) ?? 0;
}
