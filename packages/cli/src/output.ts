/**
 * Returns a signal that is aborted when stdout can no longer be written. If its reader has ended, as in `| head -1`, that
 * is no failure. For other reasons, such as a full disk, the exit code becomes `failed`.
 */
export function watchOutput({ stdout, stderr }: NodeJS.Process, failed: number): AbortSignal {
  const closing = new AbortController();
  // If nobody reads stderr, there is no place left for a message.
  stderr.on('error', () => {});
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      process.exitCode = failed;
      if (!closing.signal.aborted)
        stderr.write(`stdout cannot be written (${error.code ?? error.message}).\n`);
    }
    closing.abort();
  });
  return closing.signal;
}
