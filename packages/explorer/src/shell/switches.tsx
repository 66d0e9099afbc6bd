import { useLayoutEffect } from 'react';
import { useZone } from '../time/time.tsx';
import { useSetting } from '../window/use-setting.ts';
import styles from './shell.module.css';

const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** Color scheme. `auto` follows the system. */
type Theme = keyof typeof next;

const icons: Readonly<Record<Theme, string>> = { auto: '◐', light: '☀', dark: '☾' };

const themeOf = (chosen: string | null): Theme => (chosen === 'light' || chosen === 'dark' ? chosen : 'auto');

/** Applies the chosen color scheme to the page. */
export function applyTheme(chosen: string | null): void {
  document.documentElement.dataset['theme'] = themeOf(chosen);
}

/** Button that cycles through the color schemes. */
export function ThemeSwitch() {
  const [chosen, choose] = useSetting('theme');
  const theme = themeOf(chosen);
  useLayoutEffect(() => applyTheme(chosen), [chosen]);
  return (
    <button
      type="button"
      className={`quiet ${styles['icon']}`}
      onClick={() => choose(next[theme])}
      title={`Colors: ${theme}`}
    >
      <span aria-hidden="true">{icons[theme]}</span>
      <span className="visually-hidden">Colors: {theme}</span>
    </button>
  );
}

/** Button that switches all times in the page between UTC and local time. */
export function ZoneSwitch() {
  const zone = useZone();
  const [, choose] = useSetting('zone');
  const other = zone === 'UTC' ? 'local' : 'UTC';
  return (
    <button
      type="button"
      className="quiet"
      title={`Times: ${zone}. Click for ${other}.`}
      onClick={() => choose(other)}
    >
      <span className="visually-hidden">Times: </span>
      {zone === 'UTC' ? 'UTC' : 'Local'}
    </button>
  );
}
