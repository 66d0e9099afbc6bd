import type { ComponentProps, MouseEvent } from 'react';
import { hrefOf, type Place } from './place.ts';
import { go } from './use-place.ts';

/** A link to a place: a true link, that does without loading the page anew. */
export function Link({ to, ...rest }: { readonly to: Place } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return <a {...rest} href={hrefOf(to)} onClick={follow} />;
}
