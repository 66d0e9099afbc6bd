import { useLayoutEffect } from 'react';
import { useSetting } from '../window/use-setting.ts';
import { applyTheme, themeOf, type Theme } from './theme.ts';

const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;

const icons: Readonly<Record<Theme, string>> = { auto: '◐', light: '☀', dark: '☾' };

/** Cycles through the colour schemes: system, light, dark. */
export function ThemeSwitch() {
  const [chosen, choose] = useSetting('theme');
  const theme = themeOf(chosen);
  useLayoutEffect(() => applyTheme(theme), [theme]);
  return (
    <button
      type="button"
      className="quiet icon"
      onClick={() => choose(next[theme])}
      title={`Colours: ${theme}`}
    >
      <span aria-hidden="true">{icons[theme]}</span>
      <span className="visually-hidden">Colours: {theme}</span>
    </button>
  );
}
