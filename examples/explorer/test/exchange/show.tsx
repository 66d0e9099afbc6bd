import '../../src/base.css';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { mount, type Mounted } from '../mount.tsx';

/** A component as a user meets it: what it does by itself, and at the touch of a key, needs no `act`. */
export async function show(
  node: ReactNode,
  { width = 1000 }: { readonly width?: number } = {},
): Promise<Mounted> {
  await page.viewport(width, 800);
  const mounted = await mount(node);
  onTestFinished(() => {
    actIs(true);
    delete document.documentElement.dataset['theme'];
  });
  actIs(false);
  return {
    element: mounted.element,
    render: async (next) => {
      actIs(true);
      await mounted.render(next);
      actIs(false);
    },
  };
}

/** What axe finds wrong with what is shown, in both themes. */
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

function actIs(isOn: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isOn });
}
