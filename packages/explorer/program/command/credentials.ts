/** The headers that are sent with each request, from the arguments and the environment. Messages show none of them. */
import { wrong } from './failure.ts';

interface Given {
  readonly token: string | undefined;
  /** Each as `name: value`. */
  readonly header: readonly string[];
}

/**
 * The headers of the environment, and over them those of the arguments.
 *
 * @throws {CommandFailure} for what no header can be.
 */
export function headersOf(
  { token, header }: Given,
  environment: Readonly<Record<string, string | undefined>>,
): Headers {
  const { MOCK_SERVICES_TOKEN: ownToken = '', MOCK_SERVICES_HEADERS: lines = '' } = environment;
  const headers = new Headers();
  if (ownToken !== '') setToken(headers, ownToken.trim(), 'MOCK_SERVICES_TOKEN');
  for (const line of lines.split('\n').filter((text) => text.trim() !== ''))
    setHeader(headers, line, 'MOCK_SERVICES_HEADERS');
  if (token !== undefined) setToken(headers, token, '--token');
  for (const line of header) setHeader(headers, line, '--header');
  return headers;
}

function setToken(headers: Headers, token: string, source: string): void {
  const isToken = token !== '' && !/\s/.test(token) && set(headers, 'authorization', `Bearer ${token}`);
  if (!isToken) throw wrong(`${source} takes a token, without spaces, line breaks and control characters.`);
}

function setHeader(headers: Headers, line: string, source: string): void {
  const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
  if (!set(headers, name.trim(), value.trim()))
    throw wrong(`${source} takes 'name: value', without line breaks and control characters.`);
}

/** Returns whether it is a header. The reason why it is none might show its value. */
function set(headers: Headers, name: string, value: string): boolean {
  try {
    headers.set(name, value);
    return true;
  } catch {
    return false;
  }
}
