import type { ActivityEntry } from '../contract/resources.ts';
import { checkEntry, checkFields, invalid, messageFields } from './arguments.ts';
import { bodyOf } from './body.ts';
import { decodeUtf8, encodeBase64 } from './bytes.ts';
import { headerEntries, headerOf, type RecordedHeaders, urlOf } from './exchange.ts';
import { redact } from './redact.ts';

export type Shell = 'posix' | 'powershell';

export interface CurlOptions {
  /**
   * `posix` includes sh, bash and zsh. `powershell` requires PowerShell 7.3, because earlier versions drop double
   * quotes.
   * @default 'posix'
   */
  readonly shell?: Shell | undefined;
  /**
   * Whether to write credentials unchanged instead of calling `redact`.
   * @default false
   */
  readonly includeCredentials?: boolean | undefined;
}

/**
 * Converts a recorded request (§2.5) to a curl command. Unless `includeCredentials` is set, `redact` replaces
 * credentials, and empties a body that is HTML, a multipart form or compressed.
 *
 * A body that is binary or long, or that an interactive shell would change, is not written as an argument. Instead, a
 * POSIX shell pipes the body into curl, and PowerShell writes the body to a temporary file. The command is safe to
 * paste, because its only control characters are line feeds.
 * @throws {@link ActivityError} `unreadable-body` if the Base64 of the body is invalid.
 * @throws TypeError if an option is invalid.
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
export function toCurl(entry: ActivityEntry, options: CurlOptions = {}): string {
  checkEntry('toCurl', entry, [...messageFields.request, 'request.port']);
  checkFields('options', options, ['shell', 'includeCredentials'], 'option');
  const { shell = 'posix', includeCredentials = false } = options;
  if (!Object.hasOwn(lineEnd, shell)) throw invalid('options.shell', "'posix' or 'powershell'", shell);
  const shown = includeCredentials ? entry : withoutCredentials(entry);
  const bytes = bodyOf(shown, 'request').bytes();
  const decoded = bytes.length <= maxArgumentBytes[shell] ? decodeUtf8(bytes) : undefined;
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

function withoutCredentials(entry: ActivityEntry): ActivityEntry {
  // Check the body first, because `redact` would replace an invalid body by an empty body.
  bodyOf(entry, 'request').bytes();
  const response = { statusCode: 200, headers: {}, bodyBase64Encoded: '', responseTimeMs: 0 };
  const [shown = entry] = redact([{ ...entry, response }]);
  return shown;
}

const lineEnd: Readonly<Record<Shell, string>> = { posix: ' \\\n  ', powershell: ' `\n  ' };

/** Linux limits an argument to 128 KiB, and Windows limits a command line to 32,768 characters. */
const maxArgumentBytes: Readonly<Record<Shell, number>> = { posix: 65_536, powershell: 16_384 };

function curlArguments(entry: ActivityEntry, hasBody: boolean): string[][] {
  const { method, headers } = entry.request;
  const url = urlOf(entry);
  const hasHeader = (name: string) => headerOf(headers, name) !== undefined;
  return [
    // Without `--globoff`, curl expands braces and brackets.
    ['curl', '--globoff', ...methodArguments(method, hasBody), url],
    // Without `--path-as-is`, curl resolves dot segments.
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

const ownHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/**
 * A valid header name (RFC 9110 §5.1). The first character cannot be `@`, which curl would interpret as a file name.
 */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

function headerArguments(headers: RecordedHeaders): string[][] {
  return headerEntries(headers)
    .filter(([name]) => token.test(name) && !ownHeaders.has(name.toLowerCase()))
    .map(([name, value]) => {
      const line = oneLine(value).trim();
      // In curl's `--header`, `name:` removes a header, and `name;` sends a header with an empty value.
      return ['--header', line === '' ? `${name};` : `${name}: ${line}`];
    });
}

/** Replaces line breaks, which would start a new header, and NUL, which an argument cannot contain. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}

/** Arguments that need no quotes. A first character `=` needs quotes in zsh. */
const plain: Readonly<Record<Shell, RegExp>> = {
  posix: /^[\w./:@%+-][\w./:@%+,=-]*$/,
  powershell: /^(--)?[a-z]+(-[a-z]+)*$/,
};

/**
 * Whether an interactive shell would change a quoted string. The shell's line editor interprets all control characters
 * except line feeds. In POSIX shells, history expansion changes `^` and `!` after the first line even within quotes.
 */
function isUnsafe(text: string, shell: Shell): boolean {
  const next = text.indexOf('\n');
  return /(?!\n)\p{Cc}/u.test(text) || (shell === 'posix' && next >= 0 && /[!^]/.test(text.slice(next)));
}

/** Quotes an argument so that even an interactive shell leaves it unchanged. */
function quote(argument: string, shell: Shell): string {
  if (plain[shell].test(argument)) return argument;
  const unsafe = isUnsafe(argument, shell);
  if (shell === 'posix') {
    if (unsafe) return `"$(${printfOf(new TextEncoder().encode(argument))})"`;
    return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
  }
  // PowerShell treats typographic single quotes like straight single quotes.
  const quoted = `'${argument.replace(/['\u{2018}-\u{201b}]/gu, '$&$&')}'`;
  if (!unsafe) return quoted;
  return `(${quoted.replace(/(?!\n)\p{Cc}/gu, (control) => `' + [char]${control.charCodeAt(0)} + '`)})`;
}

/** `printf` is built into POSIX shells, so the system's limit on argument length does not apply. */
function printfOf(bytes: Uint8Array): string {
  const parts = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w ":,.{}/[\]]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf '${parts.join('')}'`;
}
