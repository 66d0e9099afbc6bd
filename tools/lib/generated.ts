/**
 * This module replaces the generated parts of Markdown pages. A generated part is the text between `<!-- generated:
 * name -->` and `<!-- /generated -->`.
 */

const part = /(<!-- generated: ([\w-]+) -->).*?(<!-- \/generated -->)/gs;

/**
 * Replaces the generated parts of a page.
 *
 * @param parts - The new text of each part by name. If a value is a function, the function receives the current text of
 *   the generated part and returns the new text.
 * @throws {Error} if the page contains a generated part that is not in `parts`, or lacks a generated part that is in
 *   `parts`.
 */
export function replaceGenerated(
  page: string,
  parts: Readonly<Record<string, string | ((current: string) => string)>>,
): string {
  const missing = new Set(Object.keys(parts));
  const replaced = page.replaceAll(part, (whole: string, begin: string, name: string, end: string) => {
    const text = parts[name];
    if (text === undefined)
      throw new Error(`A marker for generated text in the page has an unknown name: ${name}.`);
    missing.delete(name);
    const current = whole.slice(begin.length, -end.length);
    return `${begin}\n\n${(typeof text === 'string' ? text : text(current)).trim()}\n\n${end}`;
  });
  if (missing.size > 0)
    throw new Error(`The page has no markers for these generated parts: ${[...missing].join(', ')}.`);
  return replaced;
}
