import { useEffect, useState } from 'react';
import { CloseButton, Dialog } from '../dialog/dialog.tsx';
import styles from '../dialog/dialog.module.css';

const keys = [
  ['Tab', 'to the next control'],
  ['↑ ↓ Page Up Page Down Home End', 'from exchange to exchange in a log'],
  ['Enter', 'opens the exchange, or presses what has the focus'],
  ['Esc', 'closes the exchange, a dialog or the service’s form'],
  ['?', 'shows these keys'],
] as const;

/** Shows the keys of the page when `?` is pressed. */
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
    <Dialog title="Keys" onClose={() => setOpen(false)}>
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
