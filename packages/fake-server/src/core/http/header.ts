/** The value of a header; its name, here in lower case, may have been sent in any. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  // Faces give names in lower case. What is handed to the core directly may be different.
  if (Object.hasOwn(headers, name)) return headers[name];
  return Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
}
