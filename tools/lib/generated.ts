/**
 * Replaces the generated parts of Markdown pages, which are between `<!-- generated: name -->` and `<!-- /generated
 * -->`.
 */

const part = /(<!-- generated: ([\w-]+) -->).*?(<!-- \/generated -->)/gs;

/**
 * Replaces the generated parts of a page.
 *
 * @param parts - The text of each part by name. A function receives the current text of the part.
 * @throws Error if the page has unknown parts, or lacks one of the given parts.
 */
export function replaceGenerated(
  page: string,
  parts: Readonly<Record<string, string | ((current: string) => string)>>,
): string {
  const missing = new Set(Object.keys(parts));
  const replaced = page.replaceAll(part, (whole: string, begin: string, name: string, end: string) => {
    const text = parts[name];
    if (text === undefined) throw new Error(`The page has an unknown generated part: ${name}.`);
    missing.delete(name);
    const current = whole.slice(begin.length, -end.length);
    return `${begin}\n\n${(typeof text === 'string' ? text : text(current)).trim()}\n\n${end}`;
  });
  if (missing.size > 0) throw new Error(`The page lacks these generated parts: ${[...missing].join(', ')}.`);
  return replaced;
}
