import { useEffect, useId, useRef } from 'react';
import { updateRoute } from '../../route/navigation.ts';

interface Props {
  readonly name: 'search' | 'path' | 'host';
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | undefined;
}

/** Milliseconds after the last keystroke until the filter is set. */
const patience = 300;

/** A text filter. It is set after a pause in typing, so that going back undoes it as a whole. */
export function FilterText({ name, label, placeholder, value = '' }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The address changed by other means, such as the back button.
    if (input.current !== null && input.current.value.trim() !== value) input.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (): void => {
    clearTimeout(timer.current);
    const text = input.current?.value.trim() ?? '';
    updateRoute({ [name]: text === '' ? undefined : text });
  };
  return (
    <div className={`filter filter-text filter-${name}`}>
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
