/** The headers that a fault may give a response: those that every face can send. */
import { pointerTo, type Issue } from '@mock-services/sdk/contract';
import { issueAt } from '../fields.ts';

/** They are about the connection and the length of the body, which each face sets itself. */
const reserved = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A token (RFC 9110 §5.6.2). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** What Node sends; `Headers` takes control characters too. */
const sendable = /^[\t\x20-\x7e\x80-\xff]*$/;

interface GivenHeaders {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string | undefined;
}

/** What is wrong with the headers and the content type of a fault. */
export function headerIssues({ headers = {}, contentType = '' }: GivenHeaders): Issue[] {
  const issues = Object.entries(headers).flatMap(([name, value]) => {
    const problem = nameProblem(name) ?? valueProblem(value);
    const at = { path: `headers[${JSON.stringify(name)}]`, pointer: pointerTo('/headers', name) };
    return problem ? [{ ...at, ...problem }] : [];
  });
  const problem = valueProblem(contentType);
  return problem ? [...issues, issueAt('contentType', problem.expected, problem.received)] : issues;
}

type Problem = Pick<Issue, 'expected' | 'received'>;

function nameProblem(name: string): Problem | undefined {
  if (!token.test(name)) return { expected: 'name of a header', received: 'another name' };
  if (!reserved.has(name.toLowerCase())) return undefined;
  return {
    expected: 'header of the response itself',
    received: 'one of the connection, which the server sets',
  };
}

function valueProblem(value: string): Problem | undefined {
  if (sendable.test(value)) return undefined;
  return {
    expected: 'value that HTTP can carry',
    received: 'one with a control character or beyond Latin-1',
  };
}
