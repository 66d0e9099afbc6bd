const themes = ['auto', 'light', 'dark'] as const;

/** The colour scheme: the system's, or the user's. */
export type Theme = (typeof themes)[number];

/** The theme of a setting. */
export function themeOf(chosen: string | null): Theme {
  return themes.find((theme) => theme === chosen) ?? 'auto';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
