import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { describeError } from '../service/describe-error.ts';
import { VisibleText } from './text.tsx';

export function Dialog(props: {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const { title, children, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // Close the dialog before it is removed, because only closing it returns the focus.
    return () => current?.close();
  }, []);
  // Restore the focus after the effects of the next view, because the next view may set the focus itself.
  useEffect(() => () => queueMicrotask(restoreFocus), []);
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}

export function CloseButton({ children = 'Cancel' }: { readonly children?: ReactNode }) {
  return (
    <button type="button" onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
      {children}
    </button>
  );
}

/** Moves the focus to the heading of the view if the element that opened the dialog no longer exists. */
function restoreFocus(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus();
}

export function Confirm(props: {
  readonly title: ReactNode;
  readonly action: string;
  readonly kind?: 'danger' | 'primary';
  readonly cancel?: string;
  readonly children: ReactNode;
  readonly busy?: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
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
      <div className="dialog-actions">
        <CloseButton>{cancel}</CloseButton>
        <button type="button" className={kind} disabled={busy} onClick={onConfirm}>
          {busy ? 'One moment…' : action}
        </button>
      </div>
    </Dialog>
  );
}

function Problem({ error }: { readonly error: unknown }) {
  const { title, message, hint = '' } = describeError(error);
  return (
    <p role="alert" className="notice">
      <strong>{title}.</strong> <VisibleText text={message} most="message" /> {hint}
    </p>
  );
}

export function ConfirmedAction<Variables>(props: {
  readonly label: string;
  readonly disabled?: boolean;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly mutation: UseMutationResult<unknown, Error, Variables>;
  readonly variables: Variables;
}) {
  const { label, disabled, title, children, mutation, variables } = props;
  const [isAsking, setAsking] = useState(false);
  const { mutate, reset, isPending, error } = mutation;
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
          onConfirm={() => mutate(variables, { onSuccess: () => setAsking(false) })}
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
