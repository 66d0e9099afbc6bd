import type { ActivityEntry } from '../contract/resources.ts';
import { bodyOf } from './body.ts';
import { decodeUtf8, encodeBase64 } from './bytes.ts';
import { headerOf, type RecordedHeaders, urlOf } from './exchange.ts';
import { redactEntry } from './redact.ts';

/** The shells that a command can be written for. */
export type Shell = 'posix' | 'powershell';

/** Options of {@link toCurl}. */
export interface CurlOptions {
  /**
   * `posix` for sh, bash, zsh and other POSIX shells; `powershell` for PowerShell 7.3 or later (earlier versions drop
   * double quotes from arguments).
   *
   * @default 'posix'
   */
  readonly shell?: Shell | undefined;
  /**
   * Whether to write credentials as recorded. By default, they are replaced, as `redact` does.
   *
   * @default false
   */
  readonly includeCredentials?: boolean | undefined;
}

/**
 * Writes the request of an entry (§2.5) as a curl command that sends it again, byte for byte. A body is piped in (POSIX) or
 * written to a temporary file (PowerShell) if it is not text, is too long for an argument, or has characters that a terminal
 * or the history of a shell would change. The command is safe to paste: its only control characters are line feeds.
 *
 * @throws {@link BodyError} when the Base64 of the body is broken.
 * @example
 * ```ts
 * import { toCurl } from '@mock-services/sdk/activity';
 *
 * console.log(toCurl(entry));
 * // curl --globoff --request POST https://orders.example.com/orders \
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
  const text = decoded !== undefined && !isUnsafe(decoded, shell) ? decoded : undefined;
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
    // Without these options, curl expands braces and brackets as patterns, and resolves dot segments.
    ['curl', '--globoff', ...methodArguments(method, hasBody), url],
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

/**
 * Whether an interactive shell would change a text in quotes. Its line editor interprets control characters other than line
 * feeds. The history of POSIX shells expands `^` and `!` in lines that continue a quoted text.
 */
function isUnsafe(text: string, shell: Shell): boolean {
  const next = text.indexOf('\n');
  return /(?!\n)\p{Cc}/u.test(text) || (shell === 'posix' && next >= 0 && /[!^]/.test(text.slice(next)));
}

/** Quotes an argument, so that the shell passes it on unchanged, even if it is pasted into an interactive shell. */
function quote(argument: string, shell: Shell): string {
  if (plain[shell].test(argument)) return argument;
  const unsafe = isUnsafe(argument, shell);
  if (shell === 'posix') {
    if (unsafe) return `"$(${printfOf(new TextEncoder().encode(argument))})"`;
    return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
  }
  // PowerShell treats typographic quotes as quotes too.
  const quoted = `'${argument.replace(/['\u{2018}-\u{201b}]/gu, '$&$&')}'`;
  if (!unsafe) return quoted;
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
