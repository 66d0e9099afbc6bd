import type { ComponentProps, MouseEvent } from 'react';
import { hrefOf, type Route } from './route.ts';
import { navigate } from './navigation.ts';

/** A link to a route, without reloading the page. */
export function Link({ to, ...rest }: { readonly to: Route } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={hrefOf(to)} onClick={follow} />;
}
