/** The rules of axe, checked in a page. */
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

/** Loads axe into a page. The debugger evaluates it, which the page's policy does not affect. */
export const loadAxe = async (page: Page): Promise<unknown> => page.evaluate(await readFile(axe, 'utf8'));

/** The violations that axe finds, as text. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<Findings>("axe.run({ resultTypes: ['violations'] })");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
