import type { ActivityEntry } from '../contract/resources.ts';
import { encodeBase64 } from './base64.ts';
import { bodyOf } from './body.ts';
import { headerOf, type RecordedHeaders } from './headers.ts';
import { redactEntry } from './redact/redact.ts';
import { decodeUtf8 } from './text.ts';
import { urlOf } from './url.ts';

/** The shells that a command can be written for. */
export type Shell = 'posix' | 'powershell';

/** How to write the command. */
export interface CurlOptions {
  /**
   * `posix` for sh, bash, zsh and the like; `powershell` for PowerShell 7.3 or later (earlier versions drop
   * double quotes from arguments).
   *
   * @default 'posix'
   */
  readonly shell?: Shell | undefined;
  /**
   * Whether to write credentials as recorded. By default they are redacted as by `redact`.
   *
   * @default false
   */
  readonly includeCredentials?: boolean | undefined;
}

/**
 * Writes the request of an entry (§2.5) as a curl command that sends it again, byte for byte. A body that is
 * not text, has control characters, or is too long for an argument, is piped in (POSIX) or written to a temporary file
 * (PowerShell). The command is safe to paste: it has no control characters but line feeds.
 *
 * @throws {@link BodyError} when the Base64 of the body is broken.
 * @example
 * ```ts
 * import { toCurl } from '@mock-services/sdk/activity';
 *
 * console.log(toCurl(entry));
 * // curl --request POST https://orders.example.com/orders \
 * //   --header 'Content-Type: application/json' \
 * //   --data-raw '{"sku":"A-1"}'
 * ```
 */
export function toCurl(
  entry: ActivityEntry,
  { shell = 'posix', includeCredentials = false }: CurlOptions = {},
): string {
  const shown = includeCredentials ? entry : redactEntry(entry);
  const bytes = bodyOf(shown.request, shown).bytes();
  const decoded = bytes.length <= maxArgument[shell] ? decodeUtf8(bytes) : undefined;
  const text = decoded !== undefined && decoded.search(controls) < 0 ? decoded : undefined;
  const groups = curlArguments(shown, bytes.length > 0);
  const lines = groups.map((group) => group.map((argument) => quote(argument, shell)).join(' '));
  const command = (...body: readonly string[]) => [...lines, ...body].join(lineEnd[shell]);
  if (bytes.length === 0) return command();
  if (text !== undefined) return command(`--data-raw ${quote(text, shell)}`);
  if (shell === 'posix') return `${printfOf(bytes)} | ${command('--data-binary @-')}`;
  return [
    '$body = New-TemporaryFile',
    `[IO.File]::WriteAllBytes($body, [Convert]::FromBase64String('${encodeBase64(bytes)}'))`,
    command('--data-binary "@$body"'),
    'Remove-Item $body',
  ].join('\n');
}

const lineEnd: Readonly<Record<Shell, string>> = { posix: ' \\\n  ', powershell: ' `\n  ' };

/** The most bytes in one argument: Linux allows 128 KiB, the command line of Windows 32 Ki characters. */
const maxArgument: Readonly<Record<Shell, number>> = { posix: 65_536, powershell: 16_384 };

/** The arguments of curl for a request, except those for its body, in groups that share a line. */
function curlArguments(entry: ActivityEntry, hasBody: boolean): string[][] {
  const { method, headers } = entry.request;
  const url = urlOf(entry);
  const hasHeader = (name: string) => headerOf(headers, name) !== undefined;
  return [
    ['curl', ...methodArguments(method, hasBody), url],
    // By default curl expands brackets as patterns, and resolves dot segments.
    ...(/[[\]]/.test(url) ? [['--globoff']] : []),
    ...(/\/\.\.?([/?]|$)/.test(url) ? [['--path-as-is']] : []),
    ...headerArguments(headers),
    ...(hasBody && !hasHeader('content-type') ? [['--header', 'Content-Type:']] : []),
    ...(hasHeader('accept-encoding') ? [['--compressed']] : []),
  ];
}

function methodArguments(method: string, hasBody: boolean): string[] {
  if (method === 'GET' && !hasBody) return [];
  return method === 'HEAD' && !hasBody ? ['--head'] : ['--request', oneLine(method)];
}

/** Headers that curl sets itself, from the body and the connection. */
const ownHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/** A header name (RFC 9110 §5.1). `:path` of HTTP/2 is not one, and curl would read `@x` as a file. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

function headerArguments(headers: RecordedHeaders): string[][] {
  return Object.entries(headers)
    .filter(([name]) => token.test(name) && !ownHeaders.has(name.toLowerCase()))
    .map(([name, value]) => {
      const line = oneLine(value).trim();
      // `name:` would remove the header; `name;` sends it empty.
      return ['--header', line === '' ? `${name};` : `${name}: ${line}`];
    });
}

/** Removes characters that an argument cannot contain, or that would begin another header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}

/** Arguments that need no quotes. In zsh, a word that begins with `=` does. */
const plain: Readonly<Record<Shell, RegExp>> = {
  posix: /^[\w./:@%+-][\w./:@%+,=-]*$/,
  powershell: /^(--)?[a-z]+(-[a-z]+)*$/,
};

/** Characters that the line editor of an interactive shell obeys, also in quotes. A line feed is none: in quotes it continues. */
const controls = /(?!\n)\p{Cc}/u;

/** Quotes an argument, so that the shell passes it on unchanged, also where it is pasted into an interactive one. */
function quote(argument: string, shell: Shell): string {
  if (plain[shell].test(argument)) return argument;
  const hasControls = argument.search(controls) >= 0;
  if (shell === 'posix') {
    if (hasControls) return `"$(${printfOf(new TextEncoder().encode(argument))})"`;
    return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
  }
  // PowerShell treats typographic quotes as quotes too.
  const quoted = `'${argument.replace(/['\u{2018}-\u{201b}]/gu, '$&$&')}'`;
  if (!hasControls) return quoted;
  return `(${quoted.replace(/(?!\n)\p{Cc}/gu, (control) => `' + [char]${control.charCodeAt(0)} + '`)})`;
}

/** A command that prints these bytes with POSIX `printf`, which shells have built in. */
function printfOf(bytes: Uint8Array): string {
  const parts = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w ":,.{}/[\]]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf '${parts.join('')}'`;
}
