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
