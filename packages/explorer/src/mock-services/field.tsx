import { useId } from 'react';
import { VisibleText, shownParts } from '../text/visible-text.tsx';
import styles from './mock-services.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Error that prevents saving. */
  readonly error?: string | undefined;
  /** Warning about an unusual value that can still be saved. */
  readonly warning?: string | undefined;
  readonly hint?: string | undefined;
  readonly rows?: number | undefined;
  /** Whether to hide the label visually. Screen readers still read the label. */
  readonly bare?: boolean | undefined;
}

/** Form field with a label, a hint, and an error or warning. */
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
    <div className={styles['field']}>
      <label htmlFor={id} className={bare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {rows === undefined ? <input {...common} /> : <textarea {...common} rows={rows} />}
      {isUnseen && (
        <p className={styles['hint']}>
          The value contains invisible characters: <VisibleText text={value} most="name" />
        </p>
      )}
      {shown.map(([kind, text = '']) => (
        <p key={kind} id={`${id}${kind}`} className={styles[kind]}>
          <VisibleText text={text} most="message" />
        </p>
      ))}
    </div>
  );
}

/** Editable list of rows with several fields, such as name and value. */
export function PairFields<Row extends object>(props: {
  readonly legend: string;
  readonly hint: string;
  /** Name of a row, such as `header`. */
  readonly noun: string;
  readonly rows: readonly Row[];
  /** Labels of the fields in a row, in display order. */
  readonly columns: { readonly [Key in keyof Row]?: string };
  readonly blank: Row;
  /** Returns the error for a field in a row. */
  readonly errorOf: (row: Row, index: number, key: string) => string | undefined;
  /** Returns the warning for a field in a row. */
  readonly warningOf: (index: number, key: string) => string | undefined;
  readonly onChange: (rows: readonly Row[]) => void;
}) {
  const { legend, hint, noun, rows, columns, blank, errorOf, warningOf, onChange } = props;
  const labels = Object.entries(columns) as [key: keyof Row & string, label: string][];
  const set = (index: number, key: string, value: string): void =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [key]: value } : row)));
  return (
    <fieldset className={styles['pairs']}>
      <legend>{legend}</legend>
      <p className={styles['hint']}>{hint}</p>
      {rows.length > 0 && (
        // Hide the column headings from screen readers, because each field has its own label.
        <div className={styles['pair-names']} aria-hidden="true">
          {labels.map(([key, label]) => (
            <span key={key}>{label}</span>
          ))}
        </div>
      )}
      {rows.map((row, index) => (
        // Use the index as the key, because rows have no id.
        <div key={index} className={styles['pair']}>
          {labels.map(([key, label]) => (
            <Field
              key={key}
              label={`${label} of ${noun} ${index + 1}`}
              bare
              value={String(row[key])}
              onChange={(value) => set(index, key, value)}
              error={errorOf(row, index, key)}
              warning={warningOf(index, key)}
            />
          ))}
          <button
            type="button"
            className="quiet"
            aria-label={`Remove ${noun} ${index + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...rows, blank])}>
        Add {noun}
      </button>
    </fieldset>
  );
}
