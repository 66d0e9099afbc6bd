/** The origin of the page that runs this; nothing outside of pages. */
export function pageOrigin(): string | undefined {
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  return page.location?.origin;
}
