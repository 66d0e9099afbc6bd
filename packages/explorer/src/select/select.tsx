import { useId } from 'react';

/** A value, and what is shown for it unless it is the same. */
export type Option<Value extends string = string> = readonly [value: Value, text?: string];

/** A list to choose from, with its label. */
export function Select<Value extends string>(props: {
  readonly label: string;
  /** Whether the label is only for screen readers. */
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
