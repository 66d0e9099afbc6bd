import { afterAll, beforeAll } from 'vitest';
import { startWorkerd, type Workerd } from './workerd.ts';

interface Sent extends RequestInit {
  /** The token that the request contains. */
  readonly token?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: () => unknown;
}

type Call = (path: string, sent?: Sent) => Promise<Answer>;

/**
 * Starts several Workers in one runtime, because a runtime takes a second to start.
 *
 * @param options - The argument of `createWorker` for each Worker, as source text.
 * @returns A function that selects the Worker to call.
 */
export function startDeployments(options: Readonly<Record<string, string>>): (deployment: string) => Call {
  const names = Object.keys(options);
  const module = `
import { createWorker } from '@mock-services/fake-server/workers';
${names.map((name) => `const ${name} = createWorker(${options[name]});\nexport const World_${name} = ${name}.World;`).join('\n')}
const deployments = { ${names.join(', ')} };
export default { fetch: (request, env) => deployments[request.headers.get('x-deployment')].worker.fetch(request, env) };
`;
  const objects = Object.fromEntries(names.map((name) => [name.toUpperCase(), `World_${name}`]));
  let workerd: Workerd;
  beforeAll(async () => {
    workerd = await startWorkerd({ module, objects });
  });
  afterAll(() => workerd.close());
  return (deployment) => (path, sent) => callAt(workerd.url, path, sent, { 'x-deployment': deployment });
}

/** Sends a request and reads the response. */
export async function callAt(
  url: string,
  path: string,
  { token, headers, ...init }: Sent = {},
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const all = new Headers({ ...more, ...(token !== undefined && { authorization: `Bearer ${token}` }) });
  new Headers(headers).forEach((value, name) => all.set(name, value));
  if (init.body !== undefined && !all.has('content-type')) all.set('content-type', 'application/json');
  const response = await fetch(url + path, { ...init, headers: all });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as unknown,
  };
}
