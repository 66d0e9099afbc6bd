import { useId } from 'react';
import { longest, textParts } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Its problem. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly rows?: number | undefined;
  /** Whether the label is only for screen readers, for fields in a table. */
  readonly bare?: boolean | undefined;
}

/** A field with its label, hint and problem. */
export function Field({ label, value, onChange, error, hint, rows, bare = false }: Props) {
  const id = useId();
  const begin = value.slice(0, longest.message);
  const isUnseen = textParts(begin).some(({ mark }) => mark !== undefined);
  const described = [error === undefined ? '' : `${id}e`, hint === undefined ? '' : `${id}h`]
    .join(' ')
    .trim();
  const common = {
    id,
    value,
    spellCheck: false,
    autoComplete: 'off',
    'aria-invalid': error !== undefined,
    'aria-describedby': described === '' ? undefined : described,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  return (
    <div className="field">
      <label htmlFor={id} className={bare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {rows === undefined ? <input {...common} /> : <textarea {...common} rows={rows} />}
      {isUnseen && (
        <p className="field-hint">
          In it are characters that cannot be seen: <VisibleText text={value} most={longest.name} />
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}e`} className="field-error">
          <VisibleText text={error} most={longest.message} />
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}h`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
