import type { Terminal } from './terminal.ts';

/** Delay in milliseconds before progress is shown. */
const quietTime = 2000;

export async function withProgress<Result>(
  { status }: Terminal,
  activity: string,
  act: (report: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  if (status === undefined) return act(() => {});
  let text = `${activity} …`;
  let repeating: NodeJS.Timeout | undefined;
  const waiting = setTimeout(() => {
    status(text);
    repeating = setInterval(() => status(text), 200);
  }, quietTime);
  try {
    return await act((done, total) => {
      text = `${activity} … ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
    });
  } finally {
    clearTimeout(waiting);
    clearInterval(repeating);
    status('');
  }
}
