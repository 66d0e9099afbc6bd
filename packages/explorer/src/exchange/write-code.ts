import { bodyOf, urlOf } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk';

const ownHeaders = /^(:.*|host|connection|content-length|keep-alive|transfer-encoding|accept-encoding)$/i;

export function writeFetch(entry: ActivityEntry): string {
  const { method, headers } = entry.request;
  const sent = Object.entries(headers).filter(([name]) => !ownHeaders.test(name));
  const canHaveBody = !/^(get|head)$/i.test(method);
  const lines = [
    `  method: ${literal(method)},`,
    ...(sent.length > 0
      ? ['  headers: {', ...sent.map(([name, value]) => `    ${literal(name)}: ${literal(value)},`), '  },']
      : []),
    ...(canHaveBody && entry.request.bodyBase64Encoded !== '' ? [`  body: ${bodyLiteral(entry)},`] : []),
  ];
  return [`await fetch(${literal(urlOf(entry))}, {`, ...lines, '});'].join('\n');
}

export function writeMatcher({ request, response }: ActivityEntry): string {
  const path = request.path.replace(/[?#].*/s, '');
  return [
    "import { findActivity } from '@mock-services/sdk/activity';",
    '',
    'const found = findActivity(entries, {',
    `  method: ${literal(request.method)},`,
    `  host: ${literal(request.hostname)},`,
    ...(path.startsWith('/') ? [`  path: ${literal(path)},`] : []),
    `  status: ${response.statusCode},`,
    '});',
  ].join('\n');
}

function bodyLiteral(entry: ActivityEntry): string {
  const bytes = bodyOf(entry, 'request').bytes();
  try {
    return literal(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    const base64 = literal(entry.request.bodyBase64Encoded);
    return `Uint8Array.from(atob(${base64}), (character) => character.charCodeAt(0))`;
  }
}

/** Escapes invisible characters, and characters that change the text direction. */
function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Cf}\u{2028}\u{2029}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
