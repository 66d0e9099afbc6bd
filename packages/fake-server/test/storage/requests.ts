/** HTTP requests as strings, which can be sent in one piece. */
import { mockServicePath } from '../support/paths.ts';
import { input } from '../support/samples.ts';

/** @param headers - Header lines that are added to those of every request. */
export function request(method: string, target: string, body = '', ...headers: readonly string[]): string {
  return [
    `${method} ${target} HTTP/1.1`,
    'host: localhost',
    ...headers,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/**
 * A request that creates a mock service.
 *
 * @param prefix - Start of the path, such as `/worlds/a`.
 */
export function creation(title: string, prefix = '', ...headers: readonly string[]): string {
  const body = JSON.stringify(input({ title }));
  return request('POST', prefix + mockServicePath, body, ...headers);
}

/** The statuses in a string of responses. */
export function statusesIn(responses: string): number[] {
  return Array.from(responses.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
}
