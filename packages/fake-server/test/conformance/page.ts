/** The page of the documentation on conformance: its prose, and its tables out of the suite itself. */
import { cases, unobservable, type ConformanceCase } from '@mock-services/fake-server/conformance';
import { openPoints } from '@mock-services/sdk/contract';
import { format } from 'prettier';

const permissions = { allowWrites: '`allowWrites`', allowClear: '`allowClear`' };

function rowOf({ id, clause, needs, title }: ConformanceCase): string {
  return `| \`${id}\` | ${clause} | ${needs === undefined ? '' : permissions[needs]} | ${title} |`;
}

function tableOf(level: ConformanceCase['level']): string {
  const rows = cases.filter((one) => one.level === level).map(rowOf);
  return ['| case | clause | needs | what holds |', '| - | - | - | - |', ...rows].join('\n');
}

const prose = `# Conformance

\`@mock-services/fake-server/conformance\` checks whether a service keeps to the interface: a real deployment, the fake
server, or any other stand-in. It needs no test runner, and knows nothing but \`fetch\`.

\`\`\`ts
import { formatReport, runConformance } from '@mock-services/fake-server/conformance';

const report = await runConformance({
  baseUrl: 'https://mocks.example.com/api',
  headers: { authorization: \`Bearer \${token}\` }, // if the deployment asks for credentials
  allowWrites: true,
});
console.log(formatReport(report));
if (!report.ok) process.exitCode = 1;
\`\`\`

## What it does to a service

By default it sends nothing but GET, one request after the other, at most 10 seconds each (\`timeout\`).

- \`allowWrites: true\` lets it create, update and delete mock services of its own. Their titles begin with
  \`Conformance check\`. It deletes them again, also when a case fails or the run is aborted, and never changes a mock
  service that was there before. What it could not delete is in \`report.leftovers\`.
- \`allowClear: workspaceId\` lets it clear the activity log of that one workspace. What was in it is lost.

Of what is there, it reads the lists, and five mock services and five workspaces one by one. Activity logs are read
whole.

## What it judges

A \`must\` case checks what the interface states. It passes, fails, or is skipped when there is nothing to look at. An
\`open\` case looks at a point that the interface leaves open: it records what it sees, and never fails.

\`report.ok\` says that no case failed, nothing was left behind and the run went to its end. Cases that were skipped do
not count: see \`report.skipped\` for how much was not looked at. Messages name places and types, never the values of a
body, and no header that was sent.

What is open is never held against a service: fields that the interface does not name, letter case of identifiers,
fraction digits of timestamps, order and pages of lists, bodies after DELETE, statuses and bodies of errors, other
types and header values, and what happens to a workspace that has expired. Two things are taken literally:

- What was sent is what is read: \`title\`, \`type\` and every member of \`config\`, arrays in their order, and no header in
  \`defaultResponseHeaders\` that was not sent.
- The statuses are those of the endpoint table, so that a create that answers 200 fails.

## The profile

\`report.profile\` holds what was observed, by the id of the open point (see \`openPoints\` in
\`@mock-services/sdk/contract\`): plain JSON data with a version, to be kept in a file. There are no identifiers, titles
or bodies in it. Its type is \`ObservedProfile\`.

## With a test runner

\`\`\`ts
import { cases, createContext } from '@mock-services/fake-server/conformance';

const context = createContext({ baseUrl, allowWrites: true });
afterAll(() => context.cleanUp());

test.each(cases.filter(({ level }) => level === 'must'))('$id', async ({ run }) => {
  expect(await run(context)).not.toMatchObject({ outcome: 'failed' });
});
\`\`\`
`;

/** The whole page, formatted. */
export function page(): Promise<string> {
  const reasons = openPoints.flatMap(({ id, question }) => {
    const reason = unobservable[id];
    return reason === undefined ? [] : [`| \`${id}\` | ${question} | ${reason} |`];
  });
  const text = [
    prose,
    '## What the interface states\n',
    tableOf('must'),
    '\n## What it leaves open\n',
    tableOf('open'),
    '\nNot observed:\n',
    '| open point | question | why not |\n| - | - | - |',
    ...reasons,
  ].join('\n');
  return format(text, { parser: 'markdown', printWidth: 110, singleQuote: true });
}
