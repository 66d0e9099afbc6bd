/**
 * Converts a profile to behavior options. A profile contains the observations of the conformance suite. The table
 * has one row for each open point: the schema of the observation, and a function that derives options from the
 * observation.
 */
import { check, endpoints, formatIssue, typeName } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { optionError } from '../errors.ts';
import type { ProblemStatus } from '../http/problem.ts';
import { variationOptions, type BehaviorOptions } from './behavior-options.ts';

/** The profile of a service, which is the parsed JSON of a file that the conformance suite saved with `--profile`. */
export interface Profile {
  /** Version of the profile format. The version must be 1. */
  readonly version: number;
  /** Observations by id of the open point. Unknown ids are ignored. */
  readonly observed: { readonly [point: string]: unknown };
}

/** Options that reproduce a profile, and observations that no option reproduces. */
export interface ProfileOptions {
  readonly options: BehaviorOptions;
  readonly unsupported: readonly UnsupportedObservation[];
}

/** An observation that the options reproduce only in part or not at all. */
export interface UnsupportedObservation {
  /** Id of the open point. */
  readonly point: string;
  /** The observed behavior that the options do not reproduce. */
  readonly observed: unknown;
  /** Why the observation is not reproduced. */
  readonly reason: string;
}

/**
 * Returns the options that make a fake server behave like the observed service. Observations about data, such as the
 * values of `type`, depend on the seed. Observations about data are neither converted to options nor listed as
 * unsupported.
 *
 * @throws {FakeServerError} (`invalid-option`) if the profile has another version or is malformed.
 */
export function profileOptions(profile: Profile): ProfileOptions {
  const rows = table();
  rejectInvalid(rows, profile);
  const { observed } = profile;
  const draft = new Draft();
  for (const [point, { read }] of Object.entries(rows)) {
    if (observed[point] !== undefined) read(observed[point], draft.at(point));
  }
  for (const [point, value] of Object.entries(observed)) {
    if (!Object.hasOwn(rows, point))
      draft.at(point).unsupported(value, 'the fake server does not know this open point');
  }
  return draft.result();
}

/** Adds the options of a profile to the given options. Explicit options take precedence. */
export function withProfile<Given extends BehaviorOptions & { readonly profile?: Profile | undefined }>(
  given: Given,
): Given {
  if (given.profile === undefined) return given;
  const explicit = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...given, ...profileOptions(given.profile).options, ...Object.fromEntries(explicit) };
}

function rejectInvalid(rows: By<Row>, profile: unknown): void {
  const parts = Object.entries(rows).map(([point, { schema }]) => [point, z.optional(schema)]);
  const schema = z.object({ version: z.number(), observed: z.object(Object.fromEntries(parts)) });
  const [issue] = check(schema, profile);
  const version = typeName(profile) === 'object' ? (profile as Profile).version : undefined;
  // Report an unknown version first, because the format of an unknown version may differ.
  const isOther = typeof version === 'number' && version !== 1;
  const problem = isOther ? `received version ${version}` : issue && formatIssue(issue);
  if (problem === undefined) return;
  throw optionError('profile', `a profile of version 1 that the conformance suite saved (${problem})`);
}

type By<Value> = Readonly<Record<string, Value>>;

type Options = { -readonly [Name in keyof BehaviorOptions]: BehaviorOptions[Name] };

const noOption = 'the fake server has no option for it';

/**
 * Collects the options that reproduce a profile, and the observations that no option reproduces. If two observations
 * contradict each other, the first observation is used.
 */
class Draft {
  readonly #options: Options = {};
  readonly #errorStatuses: Partial<Record<ProblemStatus, number>> = {};
  readonly #unsupported: UnsupportedObservation[] = [];
  #point = '';

  /** Sets the open point to which all observations belong until the next call of `at`. */
  at(point: string): this {
    this.#point = point;
    return this;
  }

  set<Name extends keyof Options>(name: Name, value: Options[Name], observed?: unknown): void {
    const used = (this.#options[name] ??= value);
    if (used !== value)
      this.unsupported(observed, `another observation led to ${name}: ${JSON.stringify(used)}`);
  }

  /** Sets `status` as the error status that replaces the default status `usual`. */
  setStatus(usual: ProblemStatus, status: number, observed: unknown): void {
    if (status < 400 || status > 599) {
      this.unsupported(observed);
      return;
    }
    const used = (this.#errorStatuses[usual] ??= status);
    if (used !== status)
      this.unsupported(observed, `the fake server responds with ${used}, as it does to similar requests`);
  }

  unsupported(observed: unknown, reason = noOption): void {
    this.#unsupported.push({ point: this.#point, observed, reason });
  }

  /**
   * Adds an unsupported observation. If `isSupported` returns false for a record, the list contains all members of the record.
   */
  checkMembers<Value>(
    key: string,
    record: By<Value>,
    isSupported: (value: Value, name: string) => boolean,
  ): void {
    const others = Object.entries(record).filter(([name, value]) => !isSupported(value, name));
    if (others.length > 0) this.unsupported({ [key]: Object.fromEntries(others) });
  }

  result(): ProfileOptions {
    const changed = Object.entries(this.#errorStatuses).filter(([usual, status]) => Number(usual) !== status);
    const errorStatuses = changed.length > 0 ? { errorStatuses: Object.fromEntries(changed) } : {};
    return { options: { ...this.#options, ...errorStatuses }, unsupported: this.#unsupported };
  }
}

interface Row {
  readonly schema: z.ZodMiniType;
  readonly read: (observed: unknown, draft: Draft) => void;
}

/** Creates a row of the table. `read` is called only with values that the schema accepts. */
function row<Value>(schema: z.ZodMiniType<Value>, read: (observed: Value, draft: Draft) => void): Row {
  return { schema, read: read as Row['read'] };
}

const otherNames = 'the fake server adds fields with other names, unless a seed has fields with these names';

const fractions: By<'stored' | 'microseconds' | 'nanoseconds'> = {
  '3': 'stored',
  '6': 'microseconds',
  '9': 'nanoseconds',
};

const listOrders: By<'insertion' | 'reversed'> = { 'oldest first': 'insertion', 'newest first': 'reversed' };

/**
 * Returns the table of open points. The table is not a constant, because creating the schemas would slow down every
 * import of this package.
 */
function table(): By<Row> {
  const text = z.string();
  const texts = z.array(text);
  const number = z.number();
  const numbers = z.array(number);
  const bool = z.boolean();
  const by = <Value>(value: z.ZodMiniType<Value>) => z.record(text, value);
  const statuses = z.object({ statuses: by(number) });
  const body = z.object({ status: number, contentType: z.nullable(text), body: text, fields: texts });
  /** A row for an open point whose behavior depends only on the `seed` option. */
  const bySeed = row(z.unknown(), () => {});
  const noHeaders = row(z.object({ headers: texts }), ({ headers }, draft) => {
    if (headers.length > 0) draft.unsupported({ headers });
  });
  return {
    'unknown-fields': row(z.object({ names: by(texts) }), ({ names }, draft) => {
      const isUsual = Object.keys(names).length === 0;
      draft.set('unknownFields', isUsual ? 'stored' : 'added');
      if (!isUsual) draft.unsupported({ names }, otherNames);
    }),
    'identifier-form': row(
      z.object({ versions: numbers, letterCase: text }),
      ({ versions, letterCase }, draft) => {
        if (letterCase === 'lower') draft.set('identifierCase', 'stored');
        else if (letterCase === 'upper' || letterCase === 'mixed') draft.set('identifierCase', letterCase);
        else draft.unsupported({ letterCase });
        if (versions.some((version) => version !== 4))
          draft.unsupported({ versions }, 'the fake server creates identifiers of version 4');
      },
    ),
    'timestamp-fraction': row(z.object({ digits: numbers }), ({ digits }, draft) => {
      const shown = digits.join(', ');
      const fraction = fractions[shown];
      if (fraction) draft.set('timestampFraction', fraction);
      else if (digits.every((count) => count <= 3)) draft.set('timestampFraction', 'trimmed');
      else draft.unsupported({ digits });
      if (/^[012]$/.test(shown))
        draft.unsupported({ digits }, 'the fake server removes only zeros from timestamps');
    }),
    'type-values': bySeed,
    'required-fields': row(z.object({ without: by(number) }), ({ without }, draft) => {
      for (const [field, status] of Object.entries(without))
        draft.setStatus(422, status, { without: { [field]: status } });
    }),
    'header-value-types': row(
      z.object({ seen: texts, kept: z.optional(by(bool)) }),
      ({ seen, kept = {} }, draft) => {
        draft.set('headerValueTypes', seen.every((type) => type === 'boolean') ? 'stored' : 'added');
        draft.checkMembers('kept', kept, Boolean);
      },
    ),
    'text-forms': row(z.object({ fields: by(text) }), ({ fields }, draft) =>
      draft.checkMembers('fields', fields, (treatment) => treatment === 'kept'),
    ),
    'cors-methods': bySeed,
    'metadata-fields': row(z.object({ types: by(texts) }), ({ types }, draft) => {
      const isUsual = Object.keys(types).length === 0;
      draft.set('metadataFields', isUsual ? 'stored' : 'added');
      if (!isUsual) draft.unsupported({ types }, otherNames);
    }),
    'base64-form': bySeed,
    'recorded-path': bySeed,
    expiry: row(
      z.object({ expiredListed: bool, activityStatus: z.nullable(number) }),
      ({ expiredListed, activityStatus }, draft) => {
        draft.set('onExpiry', expiredListed ? 'keep' : 'hide');
        if (expiredListed && activityStatus !== 200) draft.unsupported({ expiredListed, activityStatus });
      },
    ),
    'query-parameters': row(z.object({ unknownParameter: by(number) }), ({ unknownParameter }, draft) =>
      draft.checkMembers('unknownParameter', unknownParameter, (status) => status === 200),
    ),
    pagination: row(z.object({ signs: texts, limitHonored: z.nullable(bool) }), (observed, draft) => {
      if (observed.signs.length > 0 || observed.limitHonored === true) draft.unsupported(observed);
    }),
    'list-order': row(
      z.object({
        listMockServices: text,
        listWorkspaces: text,
        listActivity: text,
        stable: z.optional(z.nullable(bool)),
      }),
      ({ listMockServices, listActivity, listWorkspaces, stable }, draft) => {
        if (stable === false) {
          draft.set('listOrder', 'shuffled');
          return;
        }
        // If the three lists differ in their order, the first list with a known order determines the `listOrder`
        // option. The list of mock services comes first, because clients create mock services. The list of workspaces
        // comes last, because the seed determines the order of workspaces.
        for (const [list, order] of Object.entries({ listMockServices, listActivity, listWorkspaces })) {
          const option = listOrders[order];
          const isOfSeed = order === 'other' && list === 'listWorkspaces';
          if (option) draft.set('listOrder', option, { [list]: order });
          else if (!isOfSeed && order !== 'too short' && order !== 'not seen')
            draft.unsupported({ [list]: order });
        }
      },
    ),
    'clear-activity-body': row(body, (observed, draft) =>
      setForm('clearActivityBody', openForms, observed, draft),
    ),
    'delete-body': row(body, (observed, draft) => setForm('deleteBody', openForms, observed, draft)),
    'workspace-configuration-fields': bySeed,
    'updated-at': row(z.object({ changed: bool }), ({ changed }, draft) =>
      draft.set('updatedAt', changed ? 'changes' : 'stays'),
    ),
    'content-type': row(z.object({ responses: by(texts) }), ({ responses }, draft) => {
      // Separate options determine the bodies of responses to DELETE.
      const { deleteMockService: _, clearActivity: __, ...others } = responses;
      const [type, ...more] = new Set(Object.values(others).flat());
      const option = variationOptions.contentType.values.find((value) => value.split(';', 1)[0] === type);
      if (more.length === 0 && option) draft.set('contentType', option);
      else draft.checkMembers('responses', others, () => false);
    }),
    'success-status': row(z.object({ statuses: by(numbers) }), (observed, draft) => {
      const usual: By<{ readonly status: number }> = endpoints;
      draft.checkMembers('statuses', observed.statuses, (seen, operation) =>
        seen.every((one) => one === usual[operation]?.status),
      );
    }),
    'write-idempotency': row(z.object({ sameId: bool }), ({ sameId }, draft) => {
      if (sameId) draft.unsupported({ sameId });
    }),
    authentication: row(
      z.object({ statusWithout: number, challenges: texts }),
      ({ statusWithout, challenges }, draft) => {
        if (statusWithout < 300) return;
        draft.setStatus(401, statusWithout, { statusWithout });
        const reason = 'a profile contains no token, so set the option requiredToken';
        draft.unsupported({ statusWithout }, reason);
        if (challenges.join() !== 'Bearer') draft.unsupported({ challenges });
      },
    ),
    'error-body': row(body, (observed, draft) => {
      draft.setStatus(404, observed.status, { status: observed.status });
      setForm('errorBody', errorForms, observed, draft);
    }),
    'error-statuses': row(statuses, readErrorStatuses),
    'error-conditions': row(statuses, readErrorStatuses),
    'rate-limits': noHeaders,
    'workspace-lifetime': bySeed,
    versioning: noHeaders,
  };
}

/** An observed response whose body the interface does not specify. */
interface Body {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  readonly fields: readonly string[];
}

type Form = Omit<Body, 'status'>;

const empty: Form = { contentType: null, body: 'empty', fields: [] };
const plain: Form = { contentType: 'text/plain', body: 'text', fields: [] };
const jsonWith = (...fields: string[]): Form => ({ contentType: 'application/json', body: 'json', fields });

const openForms = { empty, text: plain, object: jsonWith(), json: jsonWith('message') };

const errorForms = {
  message: jsonWith('message'),
  nested: jsonWith('error.code', 'error.message'),
  problem: { ...jsonWith('type', 'title', 'status', 'detail'), contentType: 'application/problem+json' },
  text: plain,
  html: { contentType: 'text/html', body: 'html', fields: [] },
  empty,
};

/**
 * Sets an option to the value that is most similar to the observed body. Ignores the response status, because the
 * status is a separate open point.
 */
function setForm<Name extends 'deleteBody' | 'clearActivityBody' | 'errorBody'>(
  name: Name,
  forms: Readonly<Record<NonNullable<Options[Name]>, Form>>,
  body: Body,
  draft: Draft,
): void {
  const { status: _, ...observed } = body;
  // The cast is safe, because each key of `forms` is a value of the `name` option.
  const [nearest] = (Object.entries(forms) as [NonNullable<Options[Name]>, Form][])
    .filter(([, form]) => form.body === observed.body)
    .map(([value, form]) => ({ value, ...likeness(form, observed) }))
    .sort((a, b) => b.score - a.score);
  if (nearest === undefined) {
    draft.unsupported(observed);
    return;
  }
  draft.set(name, nearest.value);
  if (!nearest.isSame)
    draft.unsupported(observed, `the most similar option is ${name}: ${JSON.stringify(nearest.value)}`);
}

function likeness(form: Form, observed: Form): { readonly score: number; readonly isSame: boolean } {
  const shared = form.fields.filter((field) => observed.fields.includes(field)).length;
  const hasSameType = form.contentType === observed.contentType;
  const bothHaveFields = form.fields.length > 0 === observed.fields.length > 0;
  const isSame = hasSameType && shared === form.fields.length && shared === observed.fields.length;
  return { score: 2 * shared + Number(hasSameType) + Number(bothHaveFields), isSame };
}

/** Failing requests of the conformance suite, and the statuses that the fake server responds with by default. */
const errorStatuses: By<ProblemStatus> = {
  'getMockService, unknown id': 404,
  'getWorkspaceConfiguration, unknown id': 404,
  'listActivity, unknown id': 404,
  'getMockService, malformed id': 404,
  'createMockService, malformed JSON': 400,
  'deleteMockService, unknown id': 404,
  'getMockService, deleted': 404,
  'deleteMockService, deleted': 404,
};

function readErrorStatuses({ statuses }: { statuses: By<number> }, draft: Draft): void {
  for (const [request, status] of Object.entries(statuses)) {
    const observed = { statuses: { [request]: status } };
    const usual = errorStatuses[request];
    const isDelete = request.startsWith('deleteMockService');
    const isSuccess = status >= 200 && status < 300;
    if (isDelete) draft.set('repeatedDelete', isSuccess ? 'accepted' : 'refused', observed);
    if (usual === undefined) draft.unsupported(observed);
    else if (!(isDelete && isSuccess)) draft.setStatus(usual, status, observed);
  }
}
