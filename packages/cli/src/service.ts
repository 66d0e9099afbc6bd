import {
  credentialsOf,
  Failure,
  type FailureWords,
  jsonText,
  quoted,
  serviceFailureText,
  serviceUrlOf,
  shown,
  shownLines,
  type Terminal,
  type TokenOptions,
  turnTaker,
  usageFailure,
} from '@mock-services/cli-kit';
import {
  type ApiError,
  type Client,
  createClient,
  isAbortError,
  isApiError,
  isMockServicesError,
  isValidationError,
  type MockService,
  type MockServiceSummary,
} from '@mock-services/sdk';
import { idKey, type InexactNumber, inexactNumbers } from '@mock-services/sdk/contract';
import { didYouMean } from '@mock-services/sdk/seed';
import pMap from 'p-map';
import type { Secrets } from './secrets.ts';

export interface ServiceOptions extends TokenOptions {
  readonly url?: string | undefined;
  /** Headers in the form `Name: value`. */
  readonly header?: readonly string[] | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
}

/**
 * @param secrets - Receives the credentials. Its secrets are replaced in warnings.
 * @throws {Failure} if an option is missing or wrong. The message never contains credentials.
 */
export async function connect(
  options: ServiceOptions,
  terminal: Terminal,
  secrets: Secrets,
): Promise<{ readonly client: Client; readonly url: string }> {
  const baseUrl = serviceUrlOf({ '--url': options.url }, terminal);
  if (baseUrl === undefined)
    throw usageFailure(
      'No service is given. Pass its base URL, such as https://mocks.example.com/api, with --url or in MOCK_SERVICES_URL.',
    );
  const { timeout = 10_000 } = options;
  const headers = await credentialsOf(options, terminal);
  secrets.addCredentialsIn(Object.fromEntries(headers));
  const client = createClient({
    baseUrl,
    timeout,
    totalTimeout: Math.max(60_000, Math.min(6 * timeout, 2 ** 31 - 1)),
    headers,
    onWarning: ({ message }) => terminal.error(shownLines(secrets.hide(message))),
  });
  return { client, url: baseUrl };
}

const kinds = {
  title: { noun: 'mock service', command: 'list' },
  name: { noun: 'workspace', command: 'workspaces' },
} as const;

/**
 * Finds an item by id or, if no id matches, by title or name.
 *
 * @throws {Failure} unless exactly one item matches.
 */
export function named<
  Label extends keyof typeof kinds,
  Item extends { readonly id: string } & Readonly<Record<Label, string>>,
>(given: string, items: readonly Item[], label: Label, note = ''): Item {
  const { noun, command } = kinds[label];
  const withId = items.find(({ id }) => idKey(id) === idKey(given));
  const [found, ...others] = withId ? [withId] : items.filter((item) => item[label] === given);
  if (found === undefined) {
    const labels = items.map((item) => item[label]);
    throw new Failure(
      `No ${noun} has the id or ${label} ${quoted(given)}.${shown(didYouMean(given, labels))} \`mock-services ${command}\` lists all.${note}`,
    );
  }
  if (others.length > 0)
    throw new Failure(
      `${quoted(given)} is the ${label} of ${others.length + 1} ${noun}s:${[found, ...others].map(({ id }) => `\n  ${id}`).join('')}\nPass the id of one of them.${note}`,
    );
  return found;
}

/** Ignores a 404 or 410 response, because another client may have deleted the mock service in the meantime. */
export function unlessGone(error: unknown): undefined {
  if (!isApiError(error) || (error.status !== 404 && error.status !== 410)) throw error;
}

/** Number of parallel reads. A higher number would not make a dump faster. */
const readsAtATime = 8;

export interface StoredMockService {
  readonly service: MockService;
  /** Numbers in the mock service that an update would change, because JavaScript cannot represent them. */
  readonly inexact: readonly InexactNumber[];
}

/** Omits mock services that were deleted after the list was read. */
export async function readMockServices(
  client: Client,
  summaries: readonly MockServiceSummary[],
  signal: AbortSignal,
  report: (done: number, total: number) => void,
): Promise<StoredMockService[]> {
  let done = 0;
  const inTurn = turnTaker();
  const read = async ({ id }: MockServiceSummary) => {
    const get = () => client.mockServices.get(id, { signal }).withResponse();
    const read = await inTurn(get, signal).catch(unlessGone);
    report((done += 1), summaries.length);
    return read && { service: read.data, inexact: inexactNumbers(read.response.text) };
  };
  const stored = await pMap(summaries, read, { concurrency: readsAtATime });
  return stored.filter((one) => one !== undefined);
}

const words: FailureWords = {
  url: '--url',
  longer: 'Pass a longer --timeout.',
  hints: {
    401: 'The service does not accept the token. Check that it is correct and has not expired.',
    403: 'The token does not permit this request.',
    404: 'Check that --url is the base URL of the service, and that the id exists.',
    405: 'Check that --url is the base URL of the service.',
  },
};

const noToken = 'No token was given. Set MOCK_SERVICES_TOKEN, or pass --token-file or --header.';
const withoutToken: FailureWords = { ...words, hints: { ...words.hints, 401: noToken, 403: noToken } };

const shownCharacters = 2000;

/** @param environment - If set, advice about a proxy may be appended. */
export function describeFailure(
  error: unknown,
  secrets: Secrets,
  environment: Terminal['environment'] = {},
): string {
  if (isAbortError(error)) return 'The program was stopped.';
  if (!isMockServicesError(error)) throw error;
  const text = isApiError(error) ? bodyText(error, secrets) : '';
  const isLog = isValidationError(error) && error.operation === 'listActivity';
  const more = [
    ...(text === '' ? [] : [text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text]),
    ...(isLog ? ['To read the log nevertheless, pass --validation warn.'] : []),
  ];
  // The client's message contains the quoted advice only if the client sent no credentials.
  const isAnonymous = error.message.includes('Set `token` or `headers`.');
  return serviceFailureText(error, isAnonymous ? withoutToken : words, environment, more, (reason) =>
    secrets.hide(reason),
  );
}

/** Replace secrets before the text is escaped and shortened, because a changed secret could not be found. */
function bodyText({ body }: ApiError, secrets: Secrets): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? shown(secrets.hideInText(body)) : jsonText(secrets.hideIn(body), 0);
}
