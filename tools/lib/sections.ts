/** Generated parts of Markdown pages, between `<!-- name -->` and `<!-- /name -->`. The rest of a page is written by hand. */

/**
 * Returns a page with one generated part replaced.
 *
 * @throws Error if the page has no such part.
 */
export function replaceSection(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no part between ${start} and ${end}.`);
  return `${page.slice(0, from + start.length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}
