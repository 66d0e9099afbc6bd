import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Returns the accessibility violations that axe finds in a page, as text. */
export async function violationsOf(page: Page): Promise<string[]> {
  // The debugger evaluates the script, so the page's content security policy does not block it.
  await page.evaluate(await readFile(axe, 'utf8'));
  const { violations } = await page.evaluate<Findings>("axe.run({ resultTypes: ['violations'] })");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
