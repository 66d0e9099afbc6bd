import { useId, type ComponentProps, type ReactNode } from 'react';
import { VisibleText } from './text.tsx';

export function Field(
  props: ComponentProps<'input'> & {
    readonly label: string;
    /** Whether to show the label only to screen readers. */
    readonly isBare?: boolean;
    readonly rows?: number | undefined;
    readonly error?: string | undefined;
    readonly hint?: ReactNode;
  },
) {
  const { label, isBare = false, rows, error, hint, ...rest } = props;
  const id = useId();
  const common = {
    id,
    spellCheck: false,
    autoComplete: 'off',
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}error ${id}hint`,
    ...rest,
  };
  return (
    <div className="field">
      <label htmlFor={id} className={isBare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {rows === undefined ? <input {...common} /> : <textarea {...(common as object)} rows={rows} />}
      {error !== undefined && (
        <p id={`${id}error`} className="error">
          <VisibleText text={error} most="message" />
        </p>
      )}
      {hint && (
        <p id={`${id}hint`} className="muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function textIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}
