import { useId } from 'react';
import { shownParts } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Its problem. */
  readonly error?: string | undefined;
  /** What is odd about it, although it may be saved. */
  readonly warning?: string | undefined;
  readonly hint?: string | undefined;
  readonly rows?: number | undefined;
  /** Whether the label is only for screen readers, for fields in a table. */
  readonly bare?: boolean | undefined;
}

/** A field with its label, hint, problem and warning. */
export function Field({ label, value, onChange, error, warning, hint, rows, bare = false }: Props) {
  const id = useId();
  const isUnseen = shownParts(value, 'message').some(({ mark }) => mark !== undefined);
  const notes = [
    ['error', error],
    ['warning', error === undefined ? warning : undefined],
    ['hint', hint],
  ] as const;
  const shown = notes.filter(([, text]) => text !== undefined);
  const common = {
    id,
    value,
    spellCheck: false,
    autoComplete: 'off',
    'aria-invalid': error !== undefined,
    'aria-describedby': shown.map(([kind]) => `${id}${kind}`).join(' ') || undefined,
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
          In it are characters that cannot be seen: <VisibleText text={value} most="name" />
        </p>
      )}
      {shown.map(([kind, text = '']) => (
        <p key={kind} id={`${id}${kind}`} className={`field-${kind}`}>
          <VisibleText text={text} most="message" />
        </p>
      ))}
    </div>
  );
}
