/** Generates docs/conformance.md: prose, and tables from the suite itself. `vitest -u` writes the page. */
import { cases, unobservable, type ConformanceCase } from '@mock-services/fake-server/conformance';
import { openPoints } from '@mock-services/sdk/contract';
import { format } from 'prettier';
import { expect, test } from 'vitest';

const permissions = { allowWrites: '`allowWrites`', allowClear: '`allowClear`' };

function rowOf({ id, clause, needs, title }: ConformanceCase): string {
  return `| \`${id}\` | ${clause} | ${needs === undefined ? '' : permissions[needs]} | ${title} |`;
}

function tableOf(level: ConformanceCase['level'], title: string): string {
  const rows = cases.filter((one) => one.level === level).map(rowOf);
  return [`| case | clause | needs | ${title} |`, '| - | - | - | - |', ...rows].join('\n');
}

const prose = `# Conformance

\`@mock-services/fake-server/conformance\` checks whether a service keeps to the interface: a real deployment, the fake
server, or any other stand-in. It needs no test runner, only \`fetch\`.

\`\`\`ts norun
import { formatReport, runConformance } from '@mock-services/fake-server/conformance';

const report = await runConformance({
  baseUrl: 'https://mocks.example.com/api',
  headers: { authorization: \`Bearer \${process.env.TOKEN}\` }, // if the deployment asks for credentials
  allowWrites: true,
});
console.log(formatReport(report));
if (!report.ok) process.exitCode = 1;
\`\`\`

## What it does to a service

By default it sends nothing but GET, one request after the other, at most 10 seconds each (\`timeout\`).

- \`allowWrites: true\` lets it create, update and delete mock services of its own. Their titles contain
  \`Conformance check\`. It deletes them again, even if a case fails or the run is aborted, and never changes an
  existing mock service. Those that it could not delete are in \`report.leftovers\`.
- \`allowClear: workspaceId\` lets it clear the activity log of that one workspace. Its entries are lost.

Of the existing resources it reads the lists, and five mock services and five workspaces one by one. It reads activity
logs whole.

## What it judges

A \`must\` case checks what the interface states. It passes, fails, or is skipped when there is nothing to check. An
\`open\` case observes a point that the interface leaves open, and never fails.

\`report.ok\` says that no case failed, nothing was left behind and the run was not aborted: the service conforms in every
case that ran. \`report.skipped\` counts the cases that did not. Messages name paths and types, never values of a body or
request headers.

The suite accepts whatever the interface leaves open: fields that it does not name, letter case of identifiers, fraction
digits of timestamps, order and pages of lists, bodies after DELETE, statuses and bodies of errors, other types and header
values, and the fate of expired workspaces. It takes three things literally:

- A read returns what was sent: \`title\`, \`type\` and every member of \`config\`, arrays in their order, and no header in
  \`defaultResponseHeaders\` that was not sent.
- Text comes back as it was sent: titles and names of upstreams in every script, with astral, combining, invisible and control
  characters, spaces at both ends, and 5,000 characters long, which is more than common columns hold (the interface states
  no maximum); URLs of 2,000 characters. Text that the service rejects is not judged, because errors and bounds are open;
  nor is text in strings with a form of their own, such as hosts and header names, which a service may normalise: the
  open point \`text-forms\` shows what became of it.
- Statuses are those of the endpoint table: a create that returns 200 fails.

## The profile

\`report.profile\` holds the observations by the id of the open point (see \`openPoints\` in
\`@mock-services/sdk/contract\`): plain JSON data with a version, to be kept in a file. It contains no identifiers, titles
or bodies. Its type is \`ObservedProfile\`.

## With a test runner

\`\`\`ts norun
import { cases, createContext } from '@mock-services/fake-server/conformance';
import { afterAll, expect, test } from 'vitest';

const context = createContext({ baseUrl: 'https://mocks.example.com/api', allowWrites: true });
afterAll(() => context.cleanUp());

test.each(cases.filter(({ level }) => level === 'must'))('$id', async ({ run }) => {
  expect(await run(context)).not.toMatchObject({ outcome: 'failed' });
});
\`\`\`
`;

test('docs/conformance.md is up to date', async () => {
  const reasons = openPoints.flatMap(({ id, question }) => {
    const reason = unobservable[id];
    return reason === undefined ? [] : [`| \`${id}\` | ${question} | ${reason} |`];
  });
  const page = [
    prose,
    '## What the interface states\n',
    tableOf('must', 'what holds'),
    '\n## What it leaves open\n',
    tableOf('open', 'question'),
    '\nNot observed:\n',
    '| open point | question | why not |\n| - | - | - |',
    ...reasons,
  ].join('\n');
  const formatted = await format(page, { parser: 'markdown', printWidth: 110, singleQuote: true });
  await expect(formatted).toMatchFileSnapshot('../../../../docs/conformance.md');
});
