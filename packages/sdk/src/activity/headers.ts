/** Recorded headers: names to values, as the service wrote them (§2.5). */
export type RecordedHeaders = Readonly<Record<string, string>>;

/** The value of a header, whatever the case of its name. */
export function headerOf(headers: RecordedHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** The `charset` parameter of a content type. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType ?? '') ?? [];
  return quoted ?? plain;
}

/** Type and subtype of a content type, lower-cased: `application/json`. */
export function essenceOf(contentType: string | undefined): string {
  return (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();
}
