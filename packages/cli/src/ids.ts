/** Key for comparing ids, because a service may write the same UUID in upper case in one response and not in another. */
export function idKey(id: string): string {
  return id.toLowerCase();
}
