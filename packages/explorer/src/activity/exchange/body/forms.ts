/** Chooses the forms in which a body can be shown, and the file name for saving it. */
import type { ActivityEntry } from '@mock-services/sdk/activity';

/** Form in which a body is shown. */
export type BodyForm = 'json' | 'image' | 'text' | 'hex';

/** Matches raster image types. SVG is shown as text, because an SVG document can contain scripts. */
const rasterTypes = /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;

/** Maximum size of an image in bytes. A larger image is shown as a hex dump. */
const maxImageBytes = 10 * 1024 * 1024;

/** Returns the type and subtype of a content type in lower case, without parameters. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

/** Whether the page can show a body as an image. */
export function isRaster(contentType: string | undefined, bytes: Uint8Array): boolean {
  return rasterTypes.test(mediaTypeOf(contentType)) && bytes.length <= maxImageBytes;
}

/** Whether the content type is JSON. */
export function saysJson(contentType: string | undefined): boolean {
  return /^[^/]+\/(json|[^/]+\+json)$/.test(mediaTypeOf(contentType));
}

/** Whether to try to parse a body as JSON. Its type must be JSON, or generic with a body that starts with `{` or `[`. */
export function maybeJson(contentType: string | undefined, bytes: Uint8Array): boolean {
  if (saysJson(contentType)) return true;
  const type = mediaTypeOf(contentType);
  if (type !== '' && type !== 'text/plain' && type !== 'application/octet-stream') return false;
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
}

/** Whether the first 2,048 bytes of a body look like text. */
export function isTextual(contentType: string | undefined, bytes: Uint8Array): boolean {
  if (isUtf16(contentType, bytes)) return true;
  const begin = bytes.subarray(0, 2048);
  const controls = begin.reduce((sum, byte) => sum + (byte < 0x20 && !(byte >= 9 && byte <= 13) ? 1 : 0), 0);
  if (controls > begin.length / 10) return false;
  const type = mediaTypeOf(contentType);
  if (/^text\/|json$|xml$|javascript$|x-www-form-urlencoded$/.test(type)) return true;
  if (begin.includes(0)) return false;
  // A body of an unknown type must be valid UTF-8. Ignore the end of the decoded text, because the limit of 2,048 bytes may
  // split the last character.
  return !new TextDecoder().decode(begin).slice(0, -3).includes('\u{fffd}');
}

function isUtf16(contentType: string | undefined, [first, second]: Uint8Array): boolean {
  return (
    /charset\s*=\s*"?utf-16/i.test(contentType ?? '') ||
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff)
  );
}

const extensions: Readonly<Record<string, string>> = {
  plain: 'txt',
  javascript: 'js',
  'octet-stream': 'bin',
  '': 'bin',
};

/** Returns a file name for a body: the last path segment, with an extension for the content type if it has none. */
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
