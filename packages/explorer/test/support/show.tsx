import '../../src/base.css';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { mount, type Mounted } from './mount.tsx';

/** Shows a component at a given width, in the system's theme. */
export async function show(
  node: ReactNode,
  { width = 1000 }: { readonly width?: number } = {},
): Promise<Mounted> {
  await page.viewport(width, 800);
  onTestFinished(() => {
    delete document.documentElement.dataset['theme'];
  });
  return mount(node);
}

/** The violations that axe finds in both themes. */
export async function troublesOf(element: HTMLElement): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    const { violations } = await axe.run(element);
    found.push(
      ...violations.map(({ id, nodes }) => `${theme}: ${id} ${nodes.map(({ html }) => html).join(' ')}`),
    );
  }
  return found;
}
