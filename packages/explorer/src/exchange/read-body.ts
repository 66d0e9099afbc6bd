import {
  bodyOf,
  isActivityError,
  mediaTypeOf,
  type ActivityEntry,
  type BodyFault,
  type Side,
} from '@mock-services/sdk/activity';
import { turn } from '../ui/controls.tsx';

export interface ReadBody {
  readonly contentType: string | undefined;
  /** The decoded bytes, or the recorded bytes if decoding fails. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
  readonly json: unknown;
  /** `undefined` if the page cannot show the body. */
  readonly form: 'json' | 'image' | 'text' | undefined;
  readonly problem: string | undefined;
}

const words: Readonly<Record<BodyFault, string>> = {
  base64: 'The recorded body is not valid Base64.',
  charset: 'This browser does not support the charset in the content-type header.',
  'content-encoding': 'The body cannot be decoded, or this browser does not support its content-encoding.',
  json: 'The content-type is JSON, but the body is not valid JSON.',
  size: 'The decoded body is larger than 100 MiB.',
};

export function problemOf(error: unknown): string {
  return isActivityError(error, 'unreadable-body') ? words[error.fault] : String(error);
}

/** Yields to the page between the steps, so that a large body does not block it. Never rejects. */
export async function readBody(entry: ActivityEntry, side: Side): Promise<ReadBody> {
  const recorded = bodyOf(entry, side);
  const { contentType } = recorded;
  const none = { contentType, text: '', json: undefined, form: undefined, problem: undefined };
  let bytes = new Uint8Array();
  try {
    bytes = recorded.bytes();
    const decoded = await recorded.decoded();
    bytes = decoded.bytes();
    if (isRaster(contentType)) return { ...none, bytes, form: 'image' };
    if (!isTextual(contentType, bytes)) return { ...none, bytes };
    await turn();
    const text = decoded.text();
    await turn();
    const known = { ...none, bytes, text, form: 'text' } as const;
    if (!maybeJson(contentType, text)) return known;
    try {
      return { ...known, json: decoded.json(), form: 'json' };
    } catch (error) {
      return { ...known, problem: isJson(contentType) ? problemOf(error) : undefined };
    }
  } catch (error) {
    const problem = problemOf(error);
    if (!isActivityError(error, 'unreadable-body') || error.fault !== 'base64')
      return { ...none, bytes, problem };
    const text = entry[side].bodyBase64Encoded;
    return { ...none, bytes: new TextEncoder().encode(text), text, form: 'text', problem };
  }
}

/** SVG is shown as text, because an SVG document can contain scripts. */
function isRaster(contentType: string | undefined): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/.test(mediaTypeOf(contentType));
}

function isJson(contentType: string | undefined): boolean {
  return /^[^/]+\/(json|[^/]+\+json)$/.test(mediaTypeOf(contentType));
}

function maybeJson(contentType: string | undefined, text: string): boolean {
  if (isJson(contentType)) return true;
  return /^(|text\/plain|application\/octet-stream)$/.test(mediaTypeOf(contentType)) && /^\s*[[{]/.test(text);
}

function isTextual(contentType: string | undefined, bytes: Uint8Array): boolean {
  if (/charset\s*=\s*"?utf-16/i.test(contentType ?? '')) return true;
  const begin = bytes.subarray(0, 2048);
  const controls = begin.reduce((sum, byte) => sum + (byte < 0x20 && !(byte >= 9 && byte <= 13) ? 1 : 0), 0);
  if (controls > begin.length / 10) return false;
  if (/^text\/|json$|xml$|javascript$|x-www-form-urlencoded$/.test(mediaTypeOf(contentType))) return true;
  // A body of an unknown type is text if it is valid UTF-8. Ignore the last characters, because the limit of 2,048
  // bytes may split a character.
  return !begin.includes(0) && !new TextDecoder().decode(begin).slice(0, -3).includes('\u{fffd}');
}

const extensions: Readonly<Record<string, string>> = {
  plain: 'txt',
  javascript: 'js',
  'octet-stream': 'bin',
  '': 'bin',
};

export function fileNameOf({ request }: ActivityEntry, contentType: string | undefined): string {
  const end =
    request.path
      .replace(/[?#].*/s, '')
      .split('/')
      .findLast((part) => part !== '') ?? '';
  const name = end.replace(/[^\w.-]+/g, '_').slice(-80) || 'body';
  if (/\w\.\w{2,5}$/.test(name)) return name;
  const subtype = mediaTypeOf(contentType).replace(/^.*[/+]/, '');
  return `${name}.${extensions[subtype] ?? subtype}`;
}
