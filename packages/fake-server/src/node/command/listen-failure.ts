import { CommandFailure } from './failure.ts';

/** Words why a port cannot be listened on; what is no such reason is returned as it is. */
export function listenFailure(error: unknown, port: number, host = '127.0.0.1'): unknown {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = reasons[String(code)]?.(port, host);
  return reason === undefined ? error : new CommandFailure('listen', reason);
}

const unknownHost = (_: number, host: string): string =>
  `${host} is no address of this machine. Choose another with --host.`;

const reasons: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use. Choose another with --port; --port 0 takes one that is free.`,
  EACCES: (port) => `Listening on port ${port} is not allowed. Choose one above 1023 with --port.`,
  EADDRNOTAVAIL: unknownHost,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EINVAL: unknownHost,
};
