export const defaultKey = 'fake';

export function linkedScenario(key: string): string | undefined {
  const name = new URLSearchParams(location.search).get(key);
  return name === null || name === '' ? undefined : name;
}

export function linkTo(name: string | undefined, key: string): string {
  const url = new URL(location.href);
  if (name === undefined) url.searchParams.delete(key);
  else url.searchParams.set(key, name);
  return url.href;
}

/** After this call, a reload of the page begins with the scenario. */
export function showInUrl(name: string | undefined, key: string): void {
  if (linkedScenario(key) === name) return;
  try {
    history.replaceState(history.state, '', linkTo(name, key));
  } catch {
    // A document without a URL of its own, such as an iframe with `srcdoc`, has no link.
  }
}
