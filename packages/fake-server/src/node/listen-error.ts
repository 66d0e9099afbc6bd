/** Why a port cannot be listened on, in words, by the code of Node's error. */
const reasons: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use. Stop what listens there, or choose another (port, --port); 0 takes a free one.`,
  EACCES: (port) => `Listening on port ${port} is not allowed. Choose one above 1023 (port, --port).`,
  EADDRNOTAVAIL: unknownHost,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EINVAL: unknownHost,
};

function unknownHost(_: number, host: string): string {
  return `${host} is not an address of this machine. Choose another (host, --host).`;
}

/** Node's error in words, with its code; as it is where the reason is not known. */
export function listenError(error: Error, port: number, host: string): Error {
  if (!isListenError(error)) return error;
  const { code } = error;
  const message = reasons[code]?.(port, host);
  return Object.assign(new Error(message, { cause: error }), { code });
}

/** Whether the reason is known. */
export function isListenError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && Object.hasOwn(reasons, String(error.code));
}
