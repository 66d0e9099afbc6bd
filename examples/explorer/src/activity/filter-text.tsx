import { useEffect, useId, useRef } from 'react';
import { change } from '../place/use-place.ts';

interface Props {
  readonly name: 'path' | 'host';
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | undefined;
}

/** How long one may think between two letters before the filter is set, in milliseconds. */
const patience = 300;

/** A filter that is typed. It is set when the typing rests, so that going back undoes it as a whole. */
export function FilterText({ name, label, placeholder, value = '' }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The address changed by other means, such as going back.
    if (input.current !== null && input.current.value.trim() !== value) input.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (): void => {
    clearTimeout(timer.current);
    const text = input.current?.value.trim() ?? '';
    change({ [name]: text === '' ? undefined : text });
  };
  return (
    <div className="filter filter-text">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="search"
        defaultValue={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(set, patience);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') set();
        }}
      />
    </div>
  );
}
