/** The queries name the headers that `load` may read, as an application names them here. */
export function handle({ event, resolve }) {
  const readable = event.url.searchParams.getAll('header');
  return resolve(event, { filterSerializedResponseHeaders: (name) => readable.includes(name) });
}
