/** Recorded headers: names to values, as the service wrote them (§2.5). */
export type RecordedHeaders = Readonly<Record<string, string>>;

/** The value of a header, whatever the case of its name. */
export function headerOf(headers: RecordedHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** The media type of a content type without its parameters, in lower case: `application/json`. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();
}
