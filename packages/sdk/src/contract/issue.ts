/** Issues: parts of a value that do not match its schema, the places they are at, and their wording. */

/** One part of a value that does not match its schema. */
export interface Issue {
  /** Path of the part, as written in code: `data[3].config.cors.allowedMethods[1]`. Empty for the whole value. */
  readonly path: string;
  /** JSON pointer (RFC 6901) of the part. */
  readonly pointer: string;
  /** What the schema requires. */
  readonly expected: string;
  /** The type of the received value, or `nothing`. */
  readonly received: string;
  /** The number of further issues that this last issue stands for. */
  readonly more?: number;
}

/** An issue as one phrase: `data[3].title: expected string, received number`. */
export function formatIssue({ path, expected, received }: Issue): string {
  return `${path === '' ? '(the whole)' : path}: expected ${expected}, received ${received}`;
}

/** The most issues that a message lists. */
const mostListed = 10;

/** Issues as lines of a message, each after a line break: the first ten, and the number of the others. */
export function listIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, mostListed).map((issue) => `\n  ${formatIssue(issue)}`);
  const more = issues.length - lines.length + (issues.at(-1)?.more ?? 1) - 1;
  return lines.join('') + (more > 0 ? `\n  and ${more} more` : '');
}

/** The most issues that are described one by one. */
export const mostIssues = 100;

/**
 * The first 100 of these issues, and one that stands for all others.
 *
 * @param count - The number of all issues, if only the first ones are given.
 */
export function capIssues(issues: readonly Issue[], count = issues.length): Issue[] {
  const first = issues.slice(0, mostIssues);
  const more = count - mostIssues;
  if (more <= 0) return first;
  return [...first, { ...locate([]), expected: fewIssues, received: `${more} more`, more }];
}

/** What an issue about the number of issues expects. */
export const fewIssues = `no more than ${mostIssues} issues`;

/** A place in a value. It collects the issues of the whole value, of which it describes the first 100. */
export class Place {
  readonly issues: Issue[];
  readonly #keys: readonly PropertyKey[];

  constructor(issues: Issue[], keys: readonly PropertyKey[] = []) {
    this.issues = issues;
    this.#keys = keys;
  }

  /** The place of a field or an item of the value at this place. */
  at(key: PropertyKey): Place {
    return new Place(this.issues, [...this.#keys, key]);
  }

  report(expected: string, value: unknown): void {
    if (this.issues.length < mostIssues) this.issues.push(issueOf(this.#keys, expected, value));
  }
}

/** The issue of a value at the place that a list of keys leads to. */
export function issueOf(keys: readonly PropertyKey[], expected: string, value: unknown): Issue {
  return { ...locate(keys), expected, received: receivedType(value, expected) };
}

/** The path and the pointer of the place that a list of keys leads to. */
export function locate(keys: readonly PropertyKey[]): Pick<Issue, 'path' | 'pointer'> {
  return {
    path: keys.reduce<string>((path, key, depth) => path + accessor(key, depth), ''),
    pointer: keys.reduce<string>(pointerTo, ''),
  };
}

/** The JSON pointer (RFC 6901) of a key within the value at `parent`. The whole value has the empty pointer. */
export function pointerTo(parent: string, key: PropertyKey): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function accessor(key: PropertyKey, depth: number): string {
  const text = String(key);
  if (typeof key === 'number') return `[${text}]`;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)) return `[${JSON.stringify(text)}]`;
  return depth === 0 ? text : `.${text}`;
}

/**
 * The JSON type of a value. A number that is not finite is named itself, a missing field is `nothing`, and a value that JSON
 * cannot hold has its `typeof`.
 */
export function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : typeof value;
}

/** The type of a received value, in the words of an issue. */
function receivedType(value: unknown, expected: string): string {
  const type = typeName(value);
  const sameKind =
    (type === 'string' && /UUID|URL|timestamp/.test(expected)) ||
    (type === 'number' && expected === 'integer');
  return sameKind ? `${type} of another form` : type;
}
