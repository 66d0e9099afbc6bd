/** One call: what the caller asked for, checked, and what has happened so far. */
import { type Operation, type OperationId, operations } from '../contract/operations.ts';
import { typeName } from '../contract/type-name.ts';
import { bodyValidators, isIdentifier } from '../contract/validators.gen.ts';
import type { CallFacts, MockServicesError } from './errors.ts';
import { invalidArgument, validationError } from './failure.ts';
import type { CallSettings, Settings } from './settings.ts';
import { findIssues } from './validation/validation-errors.ts';

/** One call of a method. All errors and events of the call are made from it. */
export class Call {
  readonly settings: Settings;
  readonly options: CallSettings;
  readonly endpoint: Operation;
  readonly #operation: OperationId;
  /** Without query. */
  readonly url: string;
  /** JSON text; `undefined` if the operation has no body. */
  readonly body: string | undefined;
  /** On the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  /** Requests that were sent. */
  attempts = 0;
  /** See {@link CallFacts}. */
  mayHaveBeenApplied = false;
  /** All headers of the latest request. No error may show their values. */
  sent: Iterable<[name: string, value: string]> = [];
  /** The error of the latest attempt that failed. */
  failure: MockServicesError | undefined;

  /**
   * @param id - Goes into the path, if the path has a parameter.
   * @param input - The body without its envelope.
   * @throws ValidationError if `id` or `input` differs from the interface.
   */
  constructor(
    settings: Settings,
    operation: OperationId,
    options: CallSettings,
    id: string | undefined,
    input: unknown,
  ) {
    this.settings = settings;
    this.options = options;
    this.endpoint = operations[operation];
    this.#operation = operation;
    const { path } = this.endpoint;
    const [parameter, name] = /:(\w+)/.exec(path) ?? [];
    // An identifier needs no encoding.
    const hasId = isIdentifier(id);
    this.url = settings.prefix + (parameter && hasId ? path.replace(parameter, String(id)) : path);
    if (name && !hasId) {
      const received = typeof id === 'string' ? 'string of another form' : typeName(id);
      throw invalidArgument(this, name, 'UUID', received);
    }
    this.body = bodyValidators[operation] && this.#bodyOf(input);
  }

  /** What errors and events show. */
  get facts(): CallFacts {
    const { attempts, mayHaveBeenApplied, url } = this;
    const { method } = this.endpoint;
    return { operation: this.#operation, method, url, attempts, mayHaveBeenApplied };
  }

  /** Milliseconds that are left of `totalTimeout`, never negative; `Infinity` for no limit. */
  get timeLeft(): number {
    return Math.max(0, this.startedAt + this.options.limits.totalTimeout - performance.now());
  }

  /** The body in its envelope. What JSON leaves out or changes is checked in the form in which it is sent. */
  #bodyOf(input: unknown): string {
    const { bodyKey } = this.endpoint;
    let body: unknown;
    let text: string;
    try {
      const given: unknown = JSON.stringify(input);
      const fields = typeof given === 'string' ? withoutServiceFields(JSON.parse(given)) : undefined;
      body = bodyKey ? { [bodyKey]: fields } : fields;
      text = JSON.stringify(body);
    } catch {
      const received = 'a cycle, a bigint, a getter that throws, or too many levels';
      throw invalidArgument(this, '', 'a JSON value', received);
    }
    if (bodyValidators[this.#operation]?.(body)) return text;
    throw validationError(this, 'request', findIssues(this.#operation, 'body', body, bodyKey));
  }
}

/** The service sets these itself (§4, rule 1); a mock service that was read and changed still has them. */
function withoutServiceFields(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { id: _, createdAt: __, updatedAt: ___, ...rest } = input as Record<string, unknown>;
  return rest;
}
