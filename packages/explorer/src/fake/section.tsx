import { type ReactNode, useState } from 'react';
import styles from './fake-panel.module.css';

/** Foldable section of the panel. */
export function Section(props: {
  readonly title: string;
  /** Whether the section is folded initially. */
  readonly isFolded?: boolean;
  /** Renders the content. */
  readonly children: (isUnfolded: boolean) => ReactNode;
}) {
  const { title, isFolded = false, children } = props;
  const [isOpen, setOpen] = useState(!isFolded);
  return (
    <details
      className={styles['section']}
      aria-label={title}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h3>{title}</h3>
      </summary>
      <div className={styles['body']}>{children(isOpen)}</div>
    </details>
  );
}
