/** The name that a misspelt one most likely meant: the one that begins most alike, letter case aside, if any does. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  const given = misspelt.toLowerCase();
  const alike = (name: string) => {
    let length = 0;
    while (length < name.length && name[length]?.toLowerCase() === given[length]) length += 1;
    return length;
  };
  const [nearest = ''] = [...names].sort((one, other) => alike(other) - alike(one));
  return alike(nearest) > 1 ? nearest : undefined;
}
