/** What stands in the place of a credential. */
export const redacted = 'REDACTED';

/*
 * What was recorded may be made to waste time, so none of these patterns tries the same characters again and again: a name
 * excludes what the next parameter begins with, and of two repeats in a row one excludes what is in the other.
 */

/** `?name=value&name=value`: a value goes on to the next `&`. */
const inPath = /([?&#])([^=&?#]+)=([^&]*)/g;
/** `;name=value` within a path, as in `/cart;jsessionid=1`. */
const inSegment = /(;)([^=&?;/]+)=([^&?;/]*)/g;
/** The same within prose, such as the URL in a `location` or `link` header. */
const inProse = /([?&;#]\s*)([^=&?;#\s]+)=([^&;#\s"'<>]*)/g;
/** `//user:password@host`. */
const userInfo = /\/\/[^/\s@]*@/g;

/** Redacts the parameters of a path, also where it is a whole URL. */
export function redactPath(path: string, isSecret: (name: string) => boolean): string {
  return replaced(replaced(path, inSegment, isSecret), inPath, isSecret).replace(userInfo, `//${redacted}@`);
}

/** Redacts the parameters of URLs within a text. */
export function redactProse(text: string, isSecret: (name: string) => boolean): string {
  return replaced(text, inProse, isSecret).replace(userInfo, `//${redacted}@`);
}

/** Redacts the fields of a form body (`application/x-www-form-urlencoded`). */
export function redactForm(text: string, isSecret: (name: string) => boolean): string {
  return replaced(`&${text}`, inPath, isSecret).slice(1);
}

function replaced(text: string, pattern: RegExp, isSecret: (name: string) => boolean): string {
  return text.replace(pattern, (found: string, before: string, name: string) =>
    isSecret(name.trimStart()) ? `${before}${name}=${redacted}` : found,
  );
}
