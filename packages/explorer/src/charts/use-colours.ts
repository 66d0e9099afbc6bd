import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Reads a colour of the theme: `--ok`. */
export type Colours = (name: `--${string}`) => string;

/**
 * The colours of the theme, for a canvas, which does not support custom properties.
 *
 * @param onChange - Called when the theme is another one.
 */
export function useColours(box: RefObject<HTMLElement | null>, onChange: () => void): Colours {
  const known = useRef(new Map<string, string>());
  useEffect(() => {
    const forget = () => {
      known.current.clear();
      onChange();
    };
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(forget);
    scheme.addEventListener('change', forget);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      scheme.removeEventListener('change', forget);
      observer.disconnect();
    };
  }, [onChange]);
  return useCallback(
    (name) => {
      const colour =
        known.current.get(name) ??
        (box.current === null ? '' : getComputedStyle(box.current).getPropertyValue(name).trim());
      if (colour !== '') known.current.set(name, colour);
      return colour;
    },
    [box],
  );
}
