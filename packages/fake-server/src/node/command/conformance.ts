import { formatReport, runConformance, type ConformanceReport } from '../../conformance/index.ts';
import { wrong } from './arguments.ts';
import { readConformanceArguments } from './conformance-arguments.ts';
import { exitCodes } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Checks a service and prints the report. Resolves to the exit code. */
export async function conformanceCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { run, json } = readConformanceArguments(args);
  const stopping = new AbortController();
  void terminal.stopped().then(() => stopping.abort());
  const report = await reportOf({ ...run, signal: stopping.signal });
  terminal.out(json ? JSON.stringify(report, null, 2) : formatReport(report).trimEnd());
  return report.ok ? 0 : exitCodes.failed;
}

async function reportOf(options: Parameters<typeof runConformance>[0]): Promise<ConformanceReport> {
  try {
    return await runConformance(options);
  } catch (error) {
    throw error instanceof TypeError ? wrong(`${error.message}.`) : error;
  }
}
