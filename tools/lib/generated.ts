/** Generated parts of Markdown pages, between `<!-- generated: name -->` and `<!-- /generated -->`. The rest is written by hand. */

const part = /(<!-- generated: ([\w-]+) -->).*?(<!-- \/generated -->)/gs;

/**
 * Replaces the generated parts of a page.
 *
 * @param parts - The text of each part, by its name. A function receives the part's current text.
 * @throws Error if the page has other parts than these.
 */
export function replaceGenerated(
  page: string,
  parts: Readonly<Record<string, string | ((current: string) => string)>>,
): string {
  const missing = new Set(Object.keys(parts));
  const replaced = page.replaceAll(part, (whole: string, begin: string, name: string, end: string) => {
    const text = parts[name];
    if (text === undefined) throw new Error(`The page has a generated part with the unknown name ${name}.`);
    missing.delete(name);
    const current = whole.slice(begin.length, -end.length);
    return `${begin}\n\n${(typeof text === 'string' ? text : text(current)).trim()}\n\n${end}`;
  });
  if (missing.size > 0) throw new Error(`The page lacks the generated parts ${[...missing].join(', ')}.`);
  return replaced;
}
