import type { ActivityEntry } from '../../contract/resources.ts';
import { encodeBase64 } from '../base64.ts';
import { bodyOf } from '../body.ts';
import { redactEntry } from '../redact/redact.ts';
import { curlArguments } from './arguments.ts';
import { printfOf, quote, type Shell } from './quote.ts';

/** How to write the command. */
export interface CurlOptions {
  /**
   * `posix` for sh, bash, zsh and the like; `powershell` for PowerShell 7.3 or later (earlier ones take the
   * double quotes out of arguments).
   *
   * @default 'posix'
   */
  readonly shell?: Shell | undefined;
  /**
   * Whether credentials are written as they were recorded. They are redacted as `redact` does it otherwise.
   *
   * @default false
   */
  readonly includeCredentials?: boolean | undefined;
}

/**
 * Writes the request of an entry (§2.5) as a curl command that sends it again, byte for byte. A body that is
 * no text, or too long for an argument, is piped in (POSIX) or goes through a temporary file (PowerShell).
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
  const text = argumentText(bytes, longest[shell]);
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

/** Bytes that one argument may have: Linux takes 128 KiB, the command line of Windows 32 Ki characters. */
const longest: Readonly<Record<Shell, number>> = { posix: 65_536, powershell: 16_384 };

/** Bytes as an argument; `undefined` where they cannot be one. */
function argumentText(bytes: Uint8Array, limit: number): string | undefined {
  if (bytes.length > limit || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
