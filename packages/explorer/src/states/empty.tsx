import './states.css';
import type { ReactNode } from 'react';

/** An empty state: what it means, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <section className="state state-empty">
      <p className="state-title">{title}</p>
      {children}
    </section>
  );
}
