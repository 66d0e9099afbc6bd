import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm.tsx';

/** A button whose action cannot be undone, and runs after confirmation. */
export function ConfirmedAction(props: {
  /** Label of the button, and of the one that confirms. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly title: ReactNode;
  /** What is lost. */
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
