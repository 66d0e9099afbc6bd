import { CommandFailure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Runs the program and resolves to its exit code. What a command needs is loaded when it is asked for. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await run(args, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    terminal.error(error.message);
    return error.exitCode;
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  const flags = new Set(args);
  if (flags.has('--help') || flags.has('-h')) {
    const { usage } = await import('./usage.ts');
    terminal.out(usage);
  } else if (flags.has('--version')) {
    terminal.out(terminal.version());
  } else {
    const { serveCommand } = await import('./serve.ts');
    await serveCommand(args, terminal);
  }
}
