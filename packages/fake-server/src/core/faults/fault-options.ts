import type { OperationId } from '@mock-services/sdk/contract';
import type { Duration } from '../time/duration.ts';
import type { WireRequest } from '../http/message.ts';

/** A fault: which requests it is for, and what goes wrong with them. At least one thing has to go wrong. */
export interface FaultOptions {
  /** The operation, or several; a fault for all is `operation: operationIds`. */
  readonly operation: OperationId | readonly OperationId[];
  /** How many requests it strikes. Default: all of them, until it is removed. */
  readonly times?: number | undefined;
  /** How many requests that it is for it lets pass first. Default 0. */
  readonly after?: number | undefined;
  /** Strikes only requests for which this holds. A function that throws strikes none; `list()` shows its error. */
  readonly when?: ((request: WireRequest) => boolean) | undefined;

  /**
   * Status of the answer, 200 to 599, in place of what the operation would answer. Without a `body`, an error has
   * problem details and anything else no body.
   */
  readonly status?: number | undefined;
  /** Body of the answer: a string as it is, anything else as JSON. Without a `status`, that of a success. */
  readonly body?: unknown;
  /** Headers of the answer, besides its own or in place of them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The `content-type` of the answer; its body stays. */
  readonly contentType?: string | undefined;
  /** An HTML page in place of the body, as a proxy on the way would send it. */
  readonly notJson?: boolean | undefined;
  /** How long the answer takes: milliseconds, or text such as `'2s'`; at most 2^31 - 1 ms. */
  readonly delay?: Duration | undefined;
  /** No answer ever comes. */
  readonly hang?: boolean | undefined;
  /** The connection is reset. */
  readonly reset?: boolean | undefined;
  /** The connection breaks in the middle of the body; a number says after how many bytes of it. */
  readonly truncated?: boolean | number | undefined;
  /**
   * Whether the operation takes effect before its answer is lost or replaced. Default false. With nothing but
   * `headers`, `contentType`, `delay` or `truncated` it takes effect in any case.
   */
  readonly applied?: boolean | undefined;
}
