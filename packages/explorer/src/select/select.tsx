import { useId } from 'react';

/** Value of an option, and its text. By default, the text is the value. */
export type Option<Value extends string = string> = readonly [value: Value, text?: string];

/** Drop-down list with a label. */
export function Select<Value extends string>(props: {
  readonly label: string;
  /** Whether to hide the label visually. Screen readers still read the label. */
  readonly isBare?: boolean;
  readonly options: readonly Option<Value>[];
  readonly value: NoInfer<Value> | '';
  readonly disabled?: boolean | undefined;
  readonly onChange: (value: Value) => void;
}) {
  const { label, isBare = false, options, value, disabled, onChange } = props;
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={isBare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([each, text = each]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </>
  );
}
