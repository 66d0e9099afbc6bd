import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';

interface Props {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Called when it has closed: by Escape, or by a {@link CloseButton} in it. */
  readonly onClose: () => void;
}

/** A modal dialog, open as long as it is mounted. */
export function Dialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    dialog.current?.showModal();
    return () => queueMicrotask(keepFocus);
  }, []);
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}

export function CloseButton({ children = 'Cancel' }: { readonly children?: ReactNode }) {
  return (
    // No form of the method `dialog`: the dialog may be within a form.
    <button type="button" onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
      {children}
    </button>
  );
}

/** The element that opened the dialog may be gone afterwards: the focus then goes to the heading of the view. */
function keepFocus(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus();
}
