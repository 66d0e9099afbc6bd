/** Code that the four command-line programs share, such as options, files, messages, signals and exit codes. */
export { parseArguments, portOf, requireStdinOnce, usageFailure } from './command.ts';
export { type Output, outputTo, readText, standardStream } from './files.ts';
export {
  contentFailure,
  failureAt,
  type JsonFile,
  keysIn,
  type Part,
  readJson,
  wholeOf,
} from './json-file.ts';
export { changeOf, type ExactReader, exactReader } from './lossless.ts';
export { runProgram } from './process.ts';
export { withProgress } from './progress.ts';
export { isLoopback, proxyAdvice } from './proxy.ts';
export type { OptionTable, Parsed, Program } from './option-table.ts';
export { readService } from './read-service.ts';
export { type FailureWords, serviceFailureText } from './service-failure.ts';
export {
  credentialsOf,
  serviceOptions,
  serviceUrlOf,
  timeoutOption,
  tokenIn,
  tokenOf,
  type TokenOptions,
} from './service-options.ts';
export {
  ask,
  bugText,
  escaping,
  exitCodeOf,
  exitCodes,
  Failure,
  stopCode,
  type Terminal,
  untilStopped,
} from './terminal.ts';
export { durationOf, timeLimitOf, timeOf, timestampIn } from './time.ts';
export { counted, jsonText, mapStrings, quoted, shown, shownLines } from './text.ts';
export { pause, type TurnTaker, turnTaker } from './turns.ts';
export { readSeedFile, type SeedFile, variableOption, variablesIn } from './variables.ts';
