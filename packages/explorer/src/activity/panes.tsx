import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useSetting } from '../window/use-setting.ts';
import styles from './activity.module.css';

const [least, most] = [25, 75];

const within = (share: number): number => Math.min(Math.max(share, least), most) || 50;

interface Props {
  /** Whether the right pane is open. */
  readonly isOpen: boolean;
  /** Contents of the left and right panes. */
  readonly children: readonly [ReactNode, ReactNode];
}

/** Two panes with a divider that the user moves with the pointer or the arrow keys. Local storage keeps its position. */
export function Panes({ isOpen, children: [left, right] }: Props) {
  const [chosen, choose] = useSetting('split');
  const share = within(Number(chosen ?? 50));
  const move = (next: number): void => choose(String(within(next)));
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>): void => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (box !== undefined) move(((box.right - clientX) / box.width) * 100);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: 5, ArrowRight: -5 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(share + step);
  };
  const style: CSSProperties & Record<`--${string}`, string> = { '--split': `${share}%` };
  return (
    <div className={styles['log']} data-open={isOpen} style={style}>
      {left}
      {isOpen && (
        <div
          className={styles['divider']}
          role="separator"
          tabIndex={0}
          aria-label="Width of the exchange"
          aria-orientation="vertical"
          aria-valuemin={least}
          aria-valuemax={most}
          aria-valuenow={Math.round(share)}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={drag}
          onKeyDown={press}
        />
      )}
      {right}
    </div>
  );
}
