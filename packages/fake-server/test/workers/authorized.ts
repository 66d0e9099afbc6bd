/** Returns a `fetch` function that sends a token. */
export function authorized(token: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set('authorization', `Bearer ${token}`);
    // Request no compression, because a compressed body has no content-length.
    request.headers.set('accept-encoding', 'identity');
    // workerd closes a connection that was idle for 5 s, perhaps while a request is being sent.
    request.headers.set('connection', 'close');
    return fetch(request);
  };
}
