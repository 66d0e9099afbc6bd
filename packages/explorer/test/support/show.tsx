import '../../src/theme.css';
import '../../src/base.css';
import axe from 'axe-core';
import { act } from 'preact/test-utils';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';

export interface Shown {
  readonly element: HTMLElement;
  /** Replaces the rendered node. */
  readonly render: (node: ReactNode) => Promise<void>;
}

/** Renders a component until the end of the test, in a page of the given width. */
export async function show(node: ReactNode, width = 1000): Promise<Shown> {
  await page.viewport(width, 800);
  const element = document.body.appendChild(document.createElement('main'));
  const root = createRoot(element);
  const render = (next: ReactNode) => act(() => Promise.resolve(root.render(next)));
  onTestFinished(async () => {
    await act(() => Promise.resolve(root.unmount()));
    element.remove();
    delete document.documentElement.dataset['theme'];
  });
  await render(node);
  return { element, render };
}

/** Returns the accessibility violations that axe finds in both themes. */
export async function violationsIn(element: HTMLElement): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    const { violations } = await axe.run(element);
    for (const { id, nodes } of violations)
      found.push(`${theme}: ${id} ${nodes.map(({ html }) => html).join(' ')}`);
  }
  return found;
}
