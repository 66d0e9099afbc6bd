import type { ActivityEntry, RecordedRequest } from '../../contract/resources.ts';
import { headerOf } from '../headers.ts';
import { urlOf } from '../url.ts';

/** Set by curl itself, from the body and the connection. */
const ownHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/** A header name (RFC 9110 §5.1). Others, such as `:path` of HTTP/2, are none; `@x` would be read as a file. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** The arguments of curl for a request, all but those for its body, in groups that stand on one line each. */
export function curlArguments(entry: ActivityEntry, hasBody: boolean): string[][] {
  const { request } = entry;
  const url = urlOf(entry);
  const acceptsCoding = headerOf(request.headers, 'accept-encoding') !== undefined;
  return [
    ['curl', ...methodArguments(request.method, hasBody), url],
    // Brackets are patterns otherwise, and dot segments are taken out.
    ...(/[[\]]/.test(url) ? [['--globoff']] : []),
    ...(/\/\.\.?([/?]|$)/.test(url) ? [['--path-as-is']] : []),
    ...headerArguments(request),
    ...(hasBody && headerOf(request.headers, 'content-type') === undefined
      ? [['--header', 'Content-Type:']]
      : []),
    ...(acceptsCoding ? [['--compressed']] : []),
  ];
}

function methodArguments(method: string, hasBody: boolean): string[] {
  if (method === 'GET' && !hasBody) return [];
  return method === 'HEAD' && !hasBody ? ['--head'] : ['--request', oneLine(method)];
}

function headerArguments({ headers }: RecordedRequest): string[][] {
  return Object.entries(headers)
    .filter(([name]) => token.test(name) && !ownHeaders.has(name.toLowerCase()))
    .map(([name, value]) => {
      const line = oneLine(value).trim();
      // `name:` takes a header away; `name;` sends it empty.
      return ['--header', line === '' ? `${name};` : `${name}: ${line}`];
    });
}

/** Without what cannot stand in an argument, or would begin another header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}
