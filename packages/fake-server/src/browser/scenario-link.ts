/** The scenario that the URL of a page names, as in `/?fake=service+down`. */

export const defaultKey = 'fake';

export function linkedScenario(key: string): string | undefined {
  return new URLSearchParams(location.search).get(key) ?? undefined;
}

/** Returns the URL of this page with another scenario, or without one. */
export function linkTo(name: string | undefined, key: string): string {
  const url = new URL(location.href);
  if (name === undefined) url.searchParams.delete(key);
  else url.searchParams.set(key, name);
  return url.href;
}

/** Shows a message in the page, because a page that does not start would otherwise be blank. */
export function showAlert(message: string): void {
  const alert = document.createElement('pre');
  alert.setAttribute('role', 'alert');
  alert.textContent = message;
  // A strict content security policy allows styles that code sets, but no style attributes.
  Object.assign(alert.style, {
    position: 'fixed',
    inset: '0 0 auto',
    zIndex: '2147483647',
    margin: '0',
    padding: '1rem',
    whiteSpace: 'pre-wrap',
    font: '16px/1.5 system-ui, sans-serif',
    color: '#fff',
    background: '#a11',
  });
  document.documentElement.append(alert);
}
