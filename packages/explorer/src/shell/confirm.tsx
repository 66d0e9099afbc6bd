import type { ReactNode } from 'react';
import { describeError } from '../states/describe-error.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { CloseButton, Dialog } from '../dialog/dialog.tsx';

interface Props {
  readonly title: ReactNode;
  /** Label of the confirming button. */
  readonly action: string;
  /** Label of the other one. Default `Cancel`. */
  readonly cancel?: string;
  readonly children: ReactNode;
  readonly busy?: boolean;
  /** Why it failed; null if it did not. */
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation of something that cannot be undone. */
export function Confirm(props: Props) {
  const { title, action, cancel, children, busy = false, error, onConfirm, onCancel } = props;
  return (
    <Dialog title={title} onClose={onCancel}>
      <p>{children}</p>
      {error !== null && error !== undefined && <Problem error={error} />}
      <div className="dialog-actions">
        <CloseButton>{cancel}</CloseButton>
        <button type="button" className="danger" onClick={onConfirm} disabled={busy}>
          {busy ? 'One moment…' : action}
        </button>
      </div>
    </Dialog>
  );
}

function Problem({ error }: { readonly error: unknown }) {
  const { title, message } = describeError(error);
  return (
    <p role="alert" className="dialog-problem">
      <strong>{title}.</strong>{' '}
      <span className="mono">
        <VisibleText text={message} most="message" />
      </span>
    </p>
  );
}
