/** Bodies of the sample exchanges: a media type and the bytes in Base64. */
import { base64 } from '../base64.ts';

export interface DemoBody {
  /** `undefined` for no body. */
  readonly type: string | undefined;
  readonly base64: string;
}

/** No body. */
export const none: DemoBody = { type: undefined, base64: '' };

export function json(value: unknown): DemoBody {
  return text(JSON.stringify(value), 'application/json');
}

export function text(content: string, type = 'text/plain; charset=utf-8'): DemoBody {
  return { type, base64: base64(new TextEncoder().encode(content)) };
}

export function html(title: string, content: string): DemoBody {
  const page = `<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>\n<p>${content}</p>\n`;
  return text(page, 'text/html; charset=utf-8');
}

export function form(fields: Readonly<Record<string, string>>): DemoBody {
  return text(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');
}

/** A picture of a single pixel. */
export const png: DemoBody = {
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
};

/** Length of a body in bytes. */
export function lengthOf({ base64 }: DemoBody): number {
  return (base64.length / 4) * 3 - (base64.length - base64.replace(/=+$/, '').length);
}
