import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Advice } from '../states/advice.tsx';
import { describeError } from '../states/describe-error.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { CloseButton, Dialog } from './dialog.tsx';
import styles from './dialog.module.css';

interface Props {
  readonly title: ReactNode;
  /** Label of the confirmation button. */
  readonly action: string;
  /**
   * Style of the confirmation button. Use `danger` for an action that deletes data.
   *
   * @default 'danger'
   */
  readonly kind?: 'danger' | 'primary';
  /**
   * Label of the button that closes the dialog.
   *
   * @default 'Cancel'
   */
  readonly cancel?: string;
  readonly children: ReactNode;
  readonly busy?: boolean;
  /** Error of the last attempt, or null. */
  readonly error?: unknown;
  /** Called when the user confirms. `close` closes the dialog and returns the focus to the element that opened the dialog. */
  readonly onConfirm: (close: () => void) => void;
  readonly onCancel: () => void;
}

/** Dialog that explains an action and asks the user to confirm the action. */
export function Confirm(props: Props) {
  const {
    title,
    action,
    kind = 'danger',
    cancel,
    children,
    busy = false,
    error,
    onConfirm,
    onCancel,
  } = props;
  return (
    <Dialog title={title} onClose={onCancel}>
      {children}
      {error !== null && error !== undefined && <Problem error={error} />}
      <div className={styles['actions']}>
        <CloseButton>{cancel}</CloseButton>
        <button
          type="button"
          className={kind}
          disabled={busy}
          onClick={({ currentTarget }) => onConfirm(() => currentTarget.closest('dialog')?.close())}
        >
          {busy ? 'One moment…' : action}
        </button>
      </div>
    </Dialog>
  );
}

function Problem({ error }: { readonly error: unknown }) {
  const { title, message, hint = '' } = describeError(error);
  return (
    <p role="alert" className={styles['problem']}>
      <strong>{title}.</strong>{' '}
      <span className="mono">
        <VisibleText text={message} most="message" />
      </span>{' '}
      <Advice text={hint} />
    </p>
  );
}

/** Button for an action that cannot be undone. Asks for confirmation before running the action. */
export function ConfirmedAction(props: {
  /** Label of the button and of the confirmation button in the dialog. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly title: ReactNode;
  /** Explanation of which data will be lost. */
  readonly children: ReactNode;
  readonly run: () => Promise<unknown>;
}) {
  const { label, disabled, title, children, run } = props;
  const [isAsking, setAsking] = useState(false);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: run,
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <button type="button" className="danger" disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <Confirm
          title={title}
          action={label}
          busy={isPending}
          error={error}
          onConfirm={() => mutate()}
          onCancel={() => {
            reset();
            setAsking(false);
          }}
        >
          <p>{children}</p>
        </Confirm>
      )}
    </>
  );
}
