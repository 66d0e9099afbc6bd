import './states.css';
import type { ReactNode } from 'react';

/** What is shown where there is nothing: what that means, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <section className="state state-empty">
      <p className="state-title">{title}</p>
      {children}
    </section>
  );
}
