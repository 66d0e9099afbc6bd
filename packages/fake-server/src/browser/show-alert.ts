const selector = 'pre[data-mock-services-alert]';

export interface AlertLink {
  readonly text: string;
  readonly href: string;
}

/**
 * Shows a message in the page, because a page that does not start would otherwise be blank.
 *
 * @param links - Links to show in place of their texts, with which the message ends.
 */
export function showAlert(message: string, links: readonly AlertLink[] = []): void {
  hideAlert();
  const alert = document.createElement('pre');
  alert.dataset['mockServicesAlert'] = '';
  alert.setAttribute('role', 'alert');
  alert.append(...withLinks(message, links));
  // A strict content security policy allows styles that code sets, but forbids style attributes.
  Object.assign(alert.style, {
    position: 'fixed',
    inset: '0 0 auto',
    zIndex: '2147483647',
    margin: '0',
    padding: '1rem',
    maxHeight: '100vh',
    overflow: 'auto',
    boxSizing: 'border-box',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    font: '16px/1.5 system-ui, sans-serif',
    color: '#fff',
    background: '#a11',
  });
  document.documentElement.append(alert);
}

export function hideAlert(): void {
  document.querySelector(selector)?.remove();
}

function withLinks(message: string, links: readonly AlertLink[]): (string | Node)[] {
  const list = links.map(({ text }) => text).join(', ');
  const at = message.lastIndexOf(list);
  if (list === '' || at === -1) return [message];
  const nodes = links.flatMap((link, i) => (i === 0 ? [linkTo(link)] : [', ', linkTo(link)]));
  return [message.slice(0, at), ...nodes, message.slice(at + list.length)];
}

function linkTo({ text, href }: AlertLink): Node {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  link.style.color = 'inherit';
  return link;
}
