import { CommandFailure, exitCodes } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Runs the program and resolves to its exit code. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const print = error.exitCode === exitCodes.done ? terminal.out : terminal.error;
    print(error.message);
    return error.exitCode;
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const help = args.includes('--help') || args.includes('-h');
  if (args.includes('--version') && !help) {
    terminal.out(terminal.version());
    return exitCodes.done;
  }
  if (args[0] === 'conformance') {
    throw new CommandFailure(
      'usage',
      'The conformance suite is a package of its own. Use npx @mock-services/conformance <url> instead.',
    );
  }
  const { serveCommand } = await import('./serve.ts');
  return serveCommand(args, terminal);
}
