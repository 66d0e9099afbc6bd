/** A difference between a part of a value and its schema. */
export interface Issue {
  /**
   * Path in JavaScript syntax, such as `data[3].config.cors.allowedMethods[1]`. The path of the whole value is empty.
   */
  readonly path: string;
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** Description of a valid value, such as `string`. */
  readonly expected: string;
  /** Type of the received value, or `nothing` for a missing value. */
  readonly received: string;
  /** Names of the valid fields. Set only if a field is unknown. */
  readonly known?: readonly string[];
  /** Number of omitted issues. Set only for the last issue of a shortened list. */
  readonly more?: number;
}

/** Returns a line such as `data[3].title: expected string, received number`. */
export function formatIssue({ path, expected, received }: Issue): string {
  return `${path}${path === '' ? '' : ': '}expected ${expected}, received ${received}`;
}

const mostListed = 10;

export function listIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, mostListed).map((issue) => `\n  ${formatIssue(issue)}`);
  const more = issues.length - lines.length + (issues.at(-1)?.more ?? 1) - 1;
  return lines.join('') + (more > 0 ? `\n  and ${more} more` : '');
}

export const mostIssues = 100;

export function capIssues(issues: readonly Issue[], count = issues.length): Issue[] {
  const first = issues.slice(0, mostIssues);
  const more = count - mostIssues;
  if (more <= 0) return first;
  return [...first, { ...issueAt([], `no more than ${mostIssues} issues`, `${more} more`), more }];
}

type Keys = readonly PropertyKey[];

/** A position in a value. All places of a value share one list of issues. */
export class Place {
  readonly issues: Issue[];
  readonly #keys: Keys;
  readonly #relocate: (keys: Keys) => Keys;

  /** @param relocate - Converts keys in the value to keys for error messages. */
  constructor(issues: Issue[], relocate = (keys: Keys) => keys, keys: Keys = []) {
    this.issues = issues;
    this.#relocate = relocate;
    this.#keys = keys;
  }

  at(key: PropertyKey): Place {
    return new Place(this.issues, this.#relocate, [...this.#keys, key]);
  }

  report(expected: string, received: string): void {
    if (this.issues.length >= mostIssues) return;
    this.issues.push(issueAt(this.#relocate(this.#keys), expected, received));
  }
}

/** @param received - Description of the received value. The description must not contain secrets. */
export function issueAt(keys: readonly PropertyKey[], expected: string, received: string): Issue {
  return { ...locate(keys), expected, received };
}

/** Returns the path and the JSON pointer of a part of a value. */
export function locate(keys: readonly PropertyKey[]): Pick<Issue, 'path' | 'pointer'> {
  const short = keys.map((key) =>
    typeof key === 'string' && key.length > longestKey ? `${key.slice(0, longestKey)}…` : key,
  );
  return {
    path: short.reduce<string>((path, key, depth) => path + accessor(key, depth), ''),
    pointer: short.reduce<string>(pointerTo, ''),
  };
}

/** Maximum length of a key in an issue, because a long key would be repeated in each issue. */
const longestKey = 200;

/** Appends a key to a JSON pointer (RFC 6901). An empty pointer means the whole value. */
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
 * Returns the JSON type of a value, or its `typeof` if JSON has no such type. The type of a missing value is `nothing`.
 * NaN and the infinities have their own types.
 */
export function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : typeof value;
}

/** Describes a value of the expected JSON type that is still invalid, such as a string that is not a UUID. */
export function typeOfAnotherForm(value: unknown): string {
  const type = typeName(value);
  return type === 'string' || type === 'number' ? `${type} of another form` : type;
}
