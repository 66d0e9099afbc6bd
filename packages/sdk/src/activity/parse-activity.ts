import { findIssues } from '../contract/find-issues.ts';
import { type Issue, locate } from '../contract/issue.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { isActivityEntry } from '../contract/validators.gen.ts';
import { checkFields, invalid, isPromise, wrongInput } from './arguments.ts';
import { bytesIn, chunkTypeName } from './bytes.ts';
import { LogError } from './errors.ts';
import { type LogProblem, LogSplitter, parseJson, type SplitPiece } from './log-splitter.ts';

/** A part of a log, which may end in the middle of a value. Bytes are read as UTF-8. */
export type LogChunk = string | Uint8Array | ArrayBuffer;

type TextOrBytes = string | Uint8Array;

/** A whole log, or its parts, such as a file stream. */
export type LogSource = LogChunk | Iterable<LogChunk> | AsyncIterable<LogChunk>;

export interface ParseOptions {
  /**
   * Maximum length of one entry, or of any other field of the log, in characters of JSON. For a longer value, the loop
   * throws a {@link LogError}.
   * @default 268_435_456
   */
  readonly maxEntryLength?: number | undefined;
}

const defaultMaxEntryLength = 268_435_456;

/**
 * Reads an activity log (the response body of §4, endpoint 1) as a stream, for logs that do not fit into memory. Each
 * entry is validated. At any time, memory holds only one chunk and its entries, or one entry that is longer than a
 * chunk. The next chunk is read when your loop needs it, and leaving the loop closes the stream.
 * @param log - A file stream, a response body, or the whole log. Safari and older browsers cannot iterate over a
 *   response body.
 * @throws TypeError if an argument is invalid.
 * @throws {@link LogError} if the body is not a complete, valid log. Errors of the stream are rethrown. In both cases,
 *   the entries before the error are still yielded.
 * @example
 * ```ts
 * import { createReadStream } from 'node:fs';
 * import { parseActivity } from '@mock-services/sdk/activity';
 *
 * for await (const { request } of parseActivity(createReadStream('log.json'))) console.log(request.path);
 * ```
 */
export async function* parseActivity(
  log: LogSource,
  options: ParseOptions = {},
): AsyncGenerator<ActivityEntry, void, undefined> {
  checkFields('options', options, ['maxEntryLength'], 'option');
  const { maxEntryLength = defaultMaxEntryLength } = options;
  if (!(maxEntryLength > 0)) throw invalid('options.maxEntryLength', 'a positive number', maxEntryLength);
  for await (const batch of batchesOf(chunksOf(log), options)) {
    for (const item of batch) {
      if (!isActivityEntry(item.value)) throw new LogError('shape', item.index, issuesOf(item));
      // The validator guarantees this type.
      yield item.value as ActivityEntry;
    }
  }
}

export interface LogItem {
  readonly index: number;
  readonly value: unknown;
}

/** Issue paths start at the root of the response body. */
export function issuesOf({ index, value }: LogItem): Issue[] {
  const body = { data: [value] };
  return findIssues('listActivity', 'result', body, ([, , ...keys]) => ['data', index, ...keys]);
}

/** Maximum number of bytes or characters to process at once, because one chunk may be a whole file. */
const pieceSize = 65_536;

/**
 * Yields batches of items that arrived together, so that a loop over a batch does not wait. If the log is invalid, the
 * batch throws a {@link LogError} after the last valid item.
 */
export async function* batchesOf(
  chunks: AsyncIterable<TextOrBytes>,
  { maxEntryLength = defaultMaxEntryLength }: ParseOptions = {},
): AsyncGenerator<Iterable<LogItem>, void, undefined> {
  // React Native has no `TextDecoder`, and reads responses as strings.
  let decoder: TextDecoder | undefined;
  const splitter = new LogSplitter(maxEntryLength);
  let index = 0;
  const errorOf = ({ fault, path, expected, received }: LogProblem) =>
    new LogError(fault, index, [{ ...locate(path), expected, received }]);
  function* itemsOf({ entries, problem }: SplitPiece): Generator<LogItem, void, undefined> {
    for (const value of valuesOf(entries)) {
      if (value === undefined) {
        const received = 'malformed or truncated text';
        throw errorOf({ fault: 'syntax', path: ['data', index], expected: 'JSON', received });
      }
      yield { index, value };
      index += 1;
    }
    if (problem) throw errorOf(problem);
  }
  let isStart = true;
  const textOf = (piece: TextOrBytes): string => {
    // Only the decoder removes a byte order mark.
    const text =
      typeof piece !== 'string'
        ? (decoder ??= new TextDecoder()).decode(piece, { stream: true })
        : isStart
          ? piece.replace(/^\u{feff}/u, '')
          : piece;
    isStart = false;
    return text;
  };
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceSize) {
      const end = start + pieceSize;
      const piece = typeof chunk === 'string' ? chunk.slice(start, end) : chunk.subarray(start, end);
      yield itemsOf(splitter.split(textOf(piece)));
    }
  }
  // The decoder may still hold the first bytes of an incomplete character.
  if (decoder) yield itemsOf(splitter.split(decoder.decode()));
  yield itemsOf(splitter.end());
}

async function* chunksOf(log: LogSource): AsyncGenerator<TextOrBytes, void, undefined> {
  const chunks: unknown = chunkIn(log) === undefined ? log : [log];
  if (isPromise(log)) throw wrongInput('parseActivity', 'a log', log);
  if (ArrayBuffer.isView(chunks) || !isIterable(chunks)) throw wrongLog('the log', log);
  for await (const item of chunks) {
    const chunk = chunkIn(item);
    if (chunk === undefined) throw wrongLog('a chunk of the log', item);
    yield chunk;
  }
}

function chunkIn(value: unknown): TextOrBytes | undefined {
  return typeof value === 'string' ? value : bytesIn(value);
}

function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return (
    typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}

function wrongLog(what: string, received: unknown): TypeError {
  return new TypeError(
    `parseActivity: expected ${what} to be text, bytes (Uint8Array or ArrayBuffer) or a stream of them, received ${chunkTypeName(received)}.`,
  );
}

/** Parses all strings as one JSON array first, which saves time. Invalid JSON becomes `undefined`. */
function valuesOf(texts: readonly string[]): readonly unknown[] {
  const values = parseJson(`[${texts.join(',')}]`);
  // The lengths differ if the only item of `texts` is an empty string.
  return Array.isArray(values) && values.length === texts.length
    ? values
    : texts.map((text) => parseJson(text));
}
