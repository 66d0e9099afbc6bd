import { Field } from './field.tsx';

interface Props<Row extends object> {
  readonly legend: string;
  readonly hint: string;
  /** Name of a row. */
  readonly noun: string;
  readonly rows: readonly Row[];
  readonly columns: readonly { readonly key: keyof Row & string; readonly label: string }[];
  readonly blank: Row;
  /** The problem of a row's field. */
  readonly errorOf: (row: Row, index: number, key: string) => string | undefined;
  /** What is odd about a row's field. */
  readonly warningOf: (index: number, key: string) => string | undefined;
  readonly onChange: (rows: readonly Row[]) => void;
}

/** An editable list of pairs. */
export function Pairs<Row extends object>(props: Props<Row>) {
  const { legend, hint, noun, rows, columns, blank, errorOf, warningOf, onChange } = props;
  const set = (index: number, key: string, value: string): void =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [key]: value } : row)));
  return (
    <fieldset className="pairs">
      <legend>{legend}</legend>
      <p className="field-hint">{hint}</p>
      {rows.length > 0 && (
        // Screen readers get a label for each field.
        <div className="pair pair-names" aria-hidden="true">
          {columns.map(({ key, label }) => (
            <span key={key}>{label}</span>
          ))}
        </div>
      )}
      {rows.map((row, index) => (
        // Rows have no identity but their index.
        <div key={index} className="pair">
          {columns.map(({ key, label }) => (
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
