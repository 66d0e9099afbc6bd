import { useEffect, useState } from 'react';
import { CloseButton, Dialog } from '../dialog/dialog.tsx';
import styles from '../dialog/dialog.module.css';

const keys = [
  ['Tab', 'Move to the next control'],
  ['↑ ↓ Page Up Page Down Home End', 'Move between the exchanges of a log'],
  ['Enter', 'Open the focused exchange, or activate the focused control'],
  ['Esc', 'Close the exchange, a dialog or the service form'],
  ['?', 'Show this list'],
] as const;

/** Shows a list of keyboard shortcuts when the user presses `?`. */
export function Keys() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = ({ key, target }: KeyboardEvent): void => {
      const isTyping = target instanceof Element && target.matches('input, textarea, select');
      if (key === '?' && !isTyping) setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (!isOpen) return null;
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => setOpen(false)}>
      <dl className={styles['keys']}>
        {keys.map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['actions']}>
        <CloseButton>Close</CloseButton>
      </div>
    </Dialog>
  );
}
