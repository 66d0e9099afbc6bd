import { type ActivityEntry, redact } from '@mock-services/sdk/activity';

/** An entry without its credentials; the same object if it has none that the page would show. */
export function withoutCredentials(entry: ActivityEntry): ActivityEntry {
  const [masked] = redact([entry]);
  return masked === undefined || shown(masked) === shown(entry) ? entry : masked;
}

function shown({ request, response }: ActivityEntry): string {
  return JSON.stringify([request.path, request.headers, response.headers]);
}
