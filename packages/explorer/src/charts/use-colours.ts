import { type RefObject, useCallback, useEffect } from 'react';

/** Reads a colour of the theme: `--ok`. */
export type Colours = (name: `--${string}`) => string;

/**
 * The colours of the theme, for a canvas, which does not support custom properties.
 *
 * @param onChange - Called when the theme is another one; must be a stable function.
 */
export function useColours(box: RefObject<HTMLElement | null>, onChange: () => void): Colours {
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(onChange);
    scheme.addEventListener('change', onChange);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      scheme.removeEventListener('change', onChange);
      observer.disconnect();
    };
  }, [onChange]);
  return useCallback(
    (name) => (box.current === null ? '' : getComputedStyle(box.current).getPropertyValue(name).trim()),
    [box],
  );
}
