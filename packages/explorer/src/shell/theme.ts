/** The colour scheme: the system's or the user's, which the browser stores. */
const themes = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const key = 'explorer:theme';

export function keptTheme(): Theme {
  const kept = localStorage.getItem(key);
  return themes.find((theme) => theme === kept) ?? 'auto';
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'auto') delete dataset['theme'];
  else dataset['theme'] = theme;
  localStorage.setItem(key, theme);
}
