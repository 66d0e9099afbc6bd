import './confirm.css';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { describeError } from '../states/describe-error.ts';
import { longest } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';

interface Props {
  readonly title: ReactNode;
  /** Label of the confirming button. */
  readonly action: string;
  readonly children: ReactNode;
  readonly busy: boolean;
  /** Why it failed; null if it did not. */
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation of something that cannot be undone. */
export function Confirm({ title, action, children, busy, error, onConfirm, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    dialog.current?.showModal();
    return () => queueMicrotask(keepFocus);
  }, []);
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={heading} onClose={onCancel}>
      <h2 id={heading}>{title}</h2>
      <p>{children}</p>
      {error !== null && error !== undefined && <Problem error={error} />}
      <div className="confirm-actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" className="danger" onClick={onConfirm} disabled={busy}>
          {busy ? 'One moment…' : action}
        </button>
      </div>
    </dialog>
  );
}

/** The element that opened the dialog may be gone afterwards: the focus then goes to the heading of the view. */
function keepFocus(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus();
}

function Problem({ error }: { readonly error: unknown }) {
  const { title, message } = describeError(error);
  return (
    <p role="alert" className="confirm-problem">
      <strong>{title}.</strong>{' '}
      <span className="mono">
        <VisibleText text={message} most={longest.message} />
      </span>
    </p>
  );
}
