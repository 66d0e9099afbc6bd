/** Which forms a body can be shown in, and which comes first. */

/** A form to show a body in. */
export type BodyForm = 'json' | 'image' | 'text' | 'hex';

/** Pictures that are nothing but pixels. SVG is a document, and is shown as the text that it is. */
const rasterTypes = /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;

/** A larger picture is shown as bytes. */
const maxImageBytes = 10 * 1024 * 1024;

/** Type and subtype of a content type, lower-cased. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

/** Whether a body of this type is one that the page shows as a picture. */
export function isRaster(contentType: string | undefined, bytes: Uint8Array): boolean {
  return rasterTypes.test(mediaTypeOf(contentType)) && bytes.length <= maxImageBytes;
}

/** Whether a body says that it is JSON. */
export function saysJson(contentType: string | undefined): boolean {
  return /^[^/]+\/(json|[^/]+\+json)$/.test(mediaTypeOf(contentType));
}

/** Whether a body is worth a try as JSON: it says so, or says nothing of itself and begins like it. */
export function maybeJson(contentType: string | undefined, bytes: Uint8Array): boolean {
  if (saysJson(contentType)) return true;
  const type = mediaTypeOf(contentType);
  if (type !== '' && type !== 'text/plain' && type !== 'application/octet-stream') return false;
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
}

/** Whether bytes are text to the eye: told from their begin. */
export function isTextual(contentType: string | undefined, bytes: Uint8Array): boolean {
  if (isUtf16(contentType, bytes)) return true;
  const begin = bytes.subarray(0, 2048);
  const controls = begin.reduce((sum, byte) => sum + (byte < 0x20 && !(byte >= 9 && byte <= 13) ? 1 : 0), 0);
  if (controls > begin.length / 10) return false;
  const type = mediaTypeOf(contentType);
  if (/^text\/|json$|xml$|javascript$|x-www-form-urlencoded$/.test(type)) return true;
  if (begin.includes(0)) return false;
  // What claims nothing has to be whole UTF-8; the last character may be cut by the bound.
  return !new TextDecoder().decode(begin).slice(0, -3).includes('\u{fffd}');
}

function isUtf16(contentType: string | undefined, [first, second]: Uint8Array): boolean {
  return (
    /charset\s*=\s*"?utf-16/i.test(contentType ?? '') ||
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff)
  );
}
