import { useId, useState } from 'react';

/** By default, the text is the value. */
export type Option<Value extends string = string> = readonly [value: Value, text?: string];

export function Select<Value extends string>(props: {
  readonly label: string;
  readonly isBare?: boolean;
  readonly className?: string | undefined;
  readonly options: readonly Option<Value>[];
  readonly value: NoInfer<Value> | '';
  readonly onChange: (value: Value) => void;
}) {
  const { label, isBare = false, className, options, value, onChange } = props;
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={isBare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        className={className}
        value={value}
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

export function Menu(props: {
  readonly label: string;
  readonly actions: readonly { readonly name: string; readonly run: () => void }[];
}) {
  const { label, actions } = props;
  const id = useId();
  return (
    <div className="menu">
      <button type="button" popoverTarget={id}>
        {label} <span aria-hidden="true">▾</span>
      </button>
      <ul
        id={id}
        role="presentation"
        popover="auto"
        onKeyDown={(event) => {
          // Let Escape close only the menu, not the element that contains it.
          if (event.key === 'Escape') event.stopPropagation();
        }}
      >
        {actions.map(({ name, run }) => (
          <li key={name}>
            <button
              type="button"
              className="quiet"
              popoverTarget={id}
              popoverTargetAction="hide"
              onClick={run}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export async function copy(text: string, done = 'Copied'): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    return 'The browser did not allow copying';
  }
}

export function CopyButton(props: {
  readonly label: string;
  readonly text: () => string;
  readonly className?: string | undefined;
}) {
  const { label, text, className } = props;
  const [outcome, setOutcome] = useState<string>();
  return (
    <button
      type="button"
      className={className}
      aria-live="polite"
      onClick={() => void copy(text()).then(setOutcome)}
      onBlur={() => setOutcome(undefined)}
    >
      {outcome ?? label}
    </button>
  );
}

export function Command({ text }: { readonly text: string }) {
  return (
    <span className="command bar">
      <code>{text}</code>
      <CopyButton label="Copy command" text={() => text} className="small" />
    </span>
  );
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Yields to input, rendering and timers. Uses a message channel, because browsers throttle timers in background tabs. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
