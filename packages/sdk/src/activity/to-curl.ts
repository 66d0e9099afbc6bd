import type { ActivityEntry } from '../contract/resources.ts';
import { bodyOf } from './body.ts';
import { decodeUtf8, encodeBase64 } from './bytes.ts';
import { headerOf, type RecordedHeaders, urlOf } from './exchange.ts';
import { redactEntry } from './redact.ts';

/** The shells for which `toCurl` can write commands. */
export type Shell = 'posix' | 'powershell';

/** Options of {@link toCurl}. */
export interface CurlOptions {
  /**
   * `posix` is for sh, bash, zsh and other POSIX shells. `powershell` is for PowerShell 7.3 or later, because earlier
   * versions drop double quotes from arguments.
   *
   * @default 'posix'
   */
  readonly shell?: Shell | undefined;
  /**
   * Whether to include credentials. By default, they are redacted as in `redact`.
   *
   * @default false
   */
  readonly includeCredentials?: boolean | undefined;
}

/**
 * Converts the request of an entry (§2.5) to a curl command that sends the same request with the same body.
 *
 * Some bodies are unsuitable for an argument: binary or long ones, and those with characters that a terminal or shell history would change. They are piped in (POSIX) or written to a temporary file (PowerShell). The command is safe to paste, because its only
 * control characters are line feeds.
 *
 * @throws {@link BodyError} if the Base64 of the body is invalid.
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

/** Maximum number of bytes in one argument. Linux allows 128 KiB, and a Windows command line 32 Ki characters. */
const maxArgument: Readonly<Record<Shell, number>> = { posix: 65_536, powershell: 16_384 };

/** Returns the curl arguments for everything except the body. The arguments of a group share a line. */
function curlArguments(entry: ActivityEntry, hasBody: boolean): string[][] {
  const { method, headers } = entry.request;
  const url = urlOf(entry);
  const hasHeader = (name: string) => headerOf(headers, name) !== undefined;
  return [
    // Without these options, curl expands braces and brackets and resolves dot segments.
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

/** Headers that curl derives from the body and the connection. */
const ownHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/** A valid header name (RFC 9110 §5.1). The HTTP/2 name `:path` is invalid, and curl would read `@x` as a file name. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

function headerArguments(headers: RecordedHeaders): string[][] {
  return Object.entries(headers)
    .filter(([name]) => token.test(name) && !ownHeaders.has(name.toLowerCase()))
    .map(([name, value]) => {
      const line = oneLine(value).trim();
      // In curl, `name:` removes the header, and `name;` sends it with an empty value.
      return ['--header', line === '' ? `${name};` : `${name}: ${line}`];
    });
}

/** Replaces characters that an argument cannot contain or that would start a new header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}

/** Arguments that need no quotes. In zsh, a word that begins with `=` needs quotes. */
const plain: Readonly<Record<Shell, RegExp>> = {
  posix: /^[\w./:@%+-][\w./:@%+,=-]*$/,
  powershell: /^(--)?[a-z]+(-[a-z]+)*$/,
};

/**
 * Whether an interactive shell would change a quoted string. Line editors interpret control characters other than line
 * feeds. The history of POSIX shells expands `^` and `!` in the continuation lines of a quoted string.
 */
function isUnsafe(text: string, shell: Shell): boolean {
  const next = text.indexOf('\n');
  return /(?!\n)\p{Cc}/u.test(text) || (shell === 'posix' && next >= 0 && /[!^]/.test(text.slice(next)));
}

/** Quotes an argument so that it stays unchanged, even when pasted into an interactive shell. */
function quote(argument: string, shell: Shell): string {
  if (plain[shell].test(argument)) return argument;
  const unsafe = isUnsafe(argument, shell);
  if (shell === 'posix') {
    if (unsafe) return `"$(${printfOf(new TextEncoder().encode(argument))})"`;
    return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
  }
  // PowerShell also accepts typographic quotes as quotes.
  const quoted = `'${argument.replace(/['\u{2018}-\u{201b}]/gu, '$&$&')}'`;
  if (!unsafe) return quoted;
  return `(${quoted.replace(/(?!\n)\p{Cc}/gu, (control) => `' + [char]${control.charCodeAt(0)} + '`)})`;
}

/** Returns a `printf` command that prints the given bytes. `printf` is built into POSIX shells. */
function printfOf(bytes: Uint8Array): string {
  const parts = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w ":,.{}/[\]]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf '${parts.join('')}'`;
}
