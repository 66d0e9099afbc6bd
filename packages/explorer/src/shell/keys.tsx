import { Fragment, useEffect, useRef } from 'react';

const keys = [
  [['/'], 'Search'],
  [['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'], 'Move between the exchanges of a log'],
  [['Enter'], 'Open the focused exchange'],
  [['Esc'], 'Close the exchange, a menu or a dialog'],
  [['?'], 'Show this list'],
] as const;

export function Keys() {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.matches('input, textarea, select');
      if (isTyping || ctrlKey || metaKey || altKey) return;
      if (key === '?') list.current?.showPopover();
      const search = document.querySelector<HTMLInputElement>('main input[type=search]');
      if (key !== '/' || search === null) return;
      event.preventDefault();
      search.focus();
      search.select();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        className="quiet icon for-keyboards"
        title="Keyboard shortcuts: press ?"
        aria-label="Keyboard shortcuts"
        popoverTarget="keys"
      >
        <kbd aria-hidden="true">?</kbd>
      </button>
      <div ref={list} id="keys" popover="auto" role="dialog" aria-label="Keyboard shortcuts">
        <h2>Keyboard shortcuts</h2>
        <dl className="keys">
          {keys.map(([names, effect]) => (
            <Fragment key={effect}>
              <dt className="bar">
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{effect}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </>
  );
}
