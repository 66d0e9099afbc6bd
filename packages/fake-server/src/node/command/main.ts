import { CommandFailure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Runs the program and resolves to its exit code. What a command needs is loaded when it is asked for. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    terminal.error(error.message);
    return error.exitCode;
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = new Set(args);
  const conformance = args[0] === 'conformance';
  if (flags.has('--help') || flags.has('-h')) {
    const { conformanceUsage, usage } = await import('./usage.ts');
    terminal.out(conformance ? conformanceUsage : usage);
    return 0;
  }
  if (flags.has('--version')) {
    terminal.out(terminal.version());
    return 0;
  }
  if (conformance) {
    const { conformanceCommand } = await import('./conformance.ts');
    return conformanceCommand(args.slice(1), terminal);
  }
  const { serveCommand } = await import('./serve.ts');
  return serveCommand(args, terminal);
}
