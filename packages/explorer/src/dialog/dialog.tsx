import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';

interface Props {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Called after the user closes the dialog, with Escape or with a {@link CloseButton}. */
  readonly onClose: () => void;
}

/** Modal dialog that is open while the component is mounted. */
export function Dialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  // Restore the focus after the effects of the next view, because the next view may set the focus itself.
  useEffect(() => () => queueMicrotask(restoreFocus), []);
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}

export function CloseButton({ children = 'Cancel' }: { readonly children?: ReactNode }) {
  return (
    // Close the dialog with a click handler, because a nested `<form method="dialog">` is invalid HTML.
    <button type="button" onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
      {children}
    </button>
  );
}

/** Moves the focus to the heading of the view if the element that opened the dialog no longer exists. */
function restoreFocus(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus();
}
