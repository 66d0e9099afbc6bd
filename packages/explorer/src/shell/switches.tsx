import { useLayoutEffect } from 'react';
import { useZone } from '../time/time.tsx';
import { useSetting } from '../window/use-setting.ts';
import styles from './shell.module.css';

const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** The color scheme: the system's, or the user's. */
type Theme = keyof typeof next;

const icons: Readonly<Record<Theme, string>> = { auto: '◐', light: '☀', dark: '☾' };

const themeOf = (chosen: string | null): Theme => (chosen === 'light' || chosen === 'dark' ? chosen : 'auto');

/** Shows the page in the chosen color scheme. */
export function applyTheme(chosen: string | null): void {
  document.documentElement.dataset['theme'] = themeOf(chosen);
}

/** Cycles through the color schemes: system, light, dark. */
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

/** Switches all times of the page between UTC and local time. */
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
