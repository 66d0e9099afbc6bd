import leven from 'leven';

/** The longest name to compare. */
const longest = 60;

/** ` Did you mean x?` with the name that a misspelt one resembles most; empty where it resembles none. */
export function didYouMean(misspelt: string, names: readonly string[]): string {
  const given = misspelt.slice(0, longest);
  const [nearest] = names
    .map((name) => ({
      name,
      difference: leven(given.toLowerCase(), name.toLowerCase()) / Math.max(given.length, name.length),
    }))
    .filter(({ difference }) => difference <= 0.4)
    .sort((one, other) => one.difference - other.difference);
  return nearest === undefined ? '' : ` Did you mean ${nearest.name}?`;
}
