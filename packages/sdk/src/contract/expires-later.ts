/** Whether a workspace expires after it was created (§2.4). Apart, since the schema and `accepts.ts` share it. */
export function expiresLater(workspace: Readonly<Record<string, unknown>>): boolean {
  return !(Date.parse(String(workspace['expiresAt'])) <= Date.parse(String(workspace['createdAt'])));
}
