/** Writes tables between the markers of a Markdown page. */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

/**
 * Replaces the text after each marker `<!-- bench: <name> -->`, up to `<!-- /bench -->`, with the table of that name.
 * Throws if the page has a marker without a table, or no marker for one of the tables.
 */
export async function writeTables(path: string, tables: Readonly<Record<string, string>>): Promise<void> {
  const unused = new Set(Object.keys(tables));
  const page = (await readFile(path, 'utf8')).replaceAll(
    /(<!-- bench: ([\w-]+) -->).*?(<!-- \/bench -->)/gs,
    (_, begin: string, name: string, end: string) => {
      const table = tables[name];
      if (table === undefined) throw new Error(`${path} has a marker for the unknown table ${name}.`);
      unused.delete(name);
      return `${begin}\n\n${table}\n\n${end}`;
    },
  );
  if (unused.size > 0) throw new Error(`${path} has no marker for the tables ${[...unused].join(', ')}.`);
  await writeFile(path, await format(page, { ...(await resolveConfig(path)), parser: 'markdown' }));
}
