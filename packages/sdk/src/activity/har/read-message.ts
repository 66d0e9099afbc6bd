import type { RecordedRequest, RecordedResponse } from '../../contract/resources.ts';
import { encodeBase64 } from '../base64.ts';
import { essenceOf, headerOf } from '../headers.ts';
import { defaultPort } from '../url.ts';
import { headerRecord } from './headers.ts';
import type { ReadableEntry } from './schema.ts';
import { normalBase64, readText } from './text.ts';

/** A body whose Base64 is broken, by its place within the entry. */
export class BrokenBody {
  readonly path: readonly string[];

  constructor(...path: readonly string[]) {
    this.path = path;
  }
}

/** The request of a HAR entry, or the body of it that cannot be read. */
export function readRequest({ request }: ReadableEntry): RecordedRequest | BrokenBody {
  const headers = headerRecord(request.headers ?? []);
  const { postData } = request;
  const contentType = headerOf(headers, 'content-type') ?? postData?.mimeType ?? undefined;
  const text = postData?.text ?? formText(postData?.params ?? [], contentType);
  const body = readBody(text, postData?.encoding === 'base64', contentType);
  if (body === undefined) return new BrokenBody('request', 'postData', 'text');
  return { ...readUrl(request.url), method: request.method, headers, bodyBase64Encoded: body };
}

/** The response of a HAR entry, or the body of it that cannot be read. */
export function readResponse({ response }: ReadableEntry, timeMs: number): RecordedResponse | BrokenBody {
  const headers = headerRecord(response.headers ?? []);
  const { content } = response;
  const contentType = headerOf(headers, 'content-type') ?? content?.mimeType ?? undefined;
  const body = readBody(content?.text ?? '', content?.encoding === 'base64', contentType);
  if (body === undefined) return new BrokenBody('response', 'content', 'text');
  const responseTimeMs = Math.round(timeMs);
  return { statusCode: response.status, headers, bodyBase64Encoded: body, responseTimeMs };
}

function readBody(text: string, isBase64: boolean, contentType: string | undefined): string | undefined {
  return isBase64 ? normalBase64(text) : encodeBase64(readText(text, contentType));
}

/** Some tools write a form as its fields alone. */
function formText(
  params: readonly { readonly name: string; readonly value?: string | null | undefined }[],
  contentType: string | undefined,
): string {
  if (essenceOf(contentType) !== 'application/x-www-form-urlencoded') return '';
  return new URLSearchParams(params.map(({ name, value }) => [name, value ?? ''])).toString();
}

/** Host, port and path. The path stays as it is written; a user name within the URL was never sent. */
function readUrl(url: string): Pick<RecordedRequest, 'hostname' | 'port' | 'path'> {
  const { hostname, port, protocol } = new URL(url);
  const [, authority, rest = ''] = /^[^:]*:(\/\/[^/?#\\]*)?([^#]*)/.exec(url.trim()) ?? [];
  const path = authority !== undefined && !/^[/\\]/.test(rest) ? `/${rest}` : rest;
  return {
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? defaultPort(protocol.slice(0, -1)) : Number(port),
    path,
  };
}
