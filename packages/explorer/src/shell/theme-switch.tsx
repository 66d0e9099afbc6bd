import { useState } from 'react';
import { applyTheme, keptTheme, type Theme } from './theme.ts';

const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;

const icons: Readonly<Record<Theme, string>> = { auto: '◐', light: '☀', dark: '☾' };

/** Cycles through the colour schemes: system, light, dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(keptTheme);
  const turn = (): void => {
    applyTheme(next[theme]);
    setTheme(next[theme]);
  };
  return (
    <button type="button" className="quiet icon" onClick={turn} title={`Colours: ${theme}`}>
      <span aria-hidden="true">{icons[theme]}</span>
      <span className="visually-hidden">Colours: {theme}</span>
    </button>
  );
}
