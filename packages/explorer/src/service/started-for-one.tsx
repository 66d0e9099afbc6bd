/** In place of the form for a service, where the program that serves the page has chosen it. */
export function StartedForOne() {
  return (
    <p className="muted">
      The explorer was started for this service. For another one: <code>npx @mock-services/explorer</code>{' '}
      with its address.
    </p>
  );
}
