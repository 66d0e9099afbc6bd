/** Loads the on-demand scripts of the page in advance, once it is idle: a tab may outlive the deployment it came from. */

/** Where the build lists them (`vite.config.ts`). Development has no list: its scripts stay. */
const list = 'meta[name=on-demand]';

/** Waits for an idle moment, so that nothing the user waits for gets slower. */
export function loadRest(): void {
  const files = document.querySelector<HTMLMetaElement>(list)?.content.split(' ') ?? [];
  // Safari has no such function.
  const { requestIdleCallback: whenIdle = setTimeout } = globalThis as Partial<typeof globalThis>;
  whenIdle(() => {
    for (const file of files) document.head.append(linkTo(file));
  });
}

/** A preloaded module stays in memory until it is imported. */
function linkTo(file: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = file;
  return link;
}
