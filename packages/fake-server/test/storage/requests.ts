/** Requests as text, to be sent in one piece. */
import { input } from '../support/samples.ts';

export const list = '/configuration/mock-services';

/** @param headers - Lines besides those that each request has. */
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

/** Creates a mock service. @param prefix - Of the path, such as that of a world. */
export function creation(title: string, prefix = '', ...headers: readonly string[]): string {
  const body = JSON.stringify(input({ title }));
  return request('POST', `${prefix}/configuration/mock-service`, body, ...headers);
}

/** The statuses of responses. */
export function statusesIn(responses: string): number[] {
  return Array.from(responses.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
}
