import { act } from 'preact/test-utils';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import '../../src/theme.css';

/** Mounts a component until the end of the test. */
export interface Mounted {
  readonly element: HTMLElement;
  /** Renders again with other props. */
  readonly render: (node: ReactNode) => Promise<void>;
}

export async function mount(node: ReactNode): Promise<Mounted> {
  const element = document.body.appendChild(document.createElement('main'));
  const root = createRoot(element);
  const render = (next: ReactNode) => act(() => Promise.resolve(root.render(next)));
  onTestFinished(async () => {
    await act(() => Promise.resolve(root.unmount()));
    element.remove();
  });
  await render(node);
  return { element, render };
}
