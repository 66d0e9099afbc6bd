import { Field } from '../ui/field.tsx';
import styles from './lists.module.css';

export function PairFields<Row extends object>(props: {
  readonly legend: string;
  readonly hint?: string;
  readonly noun: string;
  readonly rows: readonly Row[];
  readonly columns: { readonly [Key in keyof Row]?: string };
  readonly blank: Row;
  readonly errorOf: (row: Row, index: number, key: string) => string | undefined;
  readonly onChange: (rows: readonly Row[]) => void;
}) {
  const { legend, hint, noun, rows, columns, blank, errorOf, onChange } = props;
  const labels = Object.entries(columns) as [key: keyof Row & string, label: string][];
  const set = (index: number, key: string, value: string): void =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [key]: value } : row)));
  return (
    <fieldset>
      <legend>{legend}</legend>
      {hint !== undefined && <p className="muted">{hint}</p>}
      {rows.map((row, index) => (
        <div key={index} className={styles['pair']}>
          {labels.map(([key, label]) => (
            <Field
              key={key}
              label={`${label} of ${noun} ${index + 1}`}
              isBare
              placeholder={label}
              value={String(row[key])}
              onChange={({ currentTarget }) => set(index, key, currentTarget.value)}
              error={errorOf(row, index, key)}
            />
          ))}
          <button
            type="button"
            className="quiet icon"
            aria-label={`Remove ${noun} ${index + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" className="small" onClick={() => onChange([...rows, blank])}>
        Add {noun}
      </button>
    </fieldset>
  );
}
