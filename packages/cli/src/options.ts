import {
  durationOf,
  type OptionTable,
  type Parsed,
  type Program,
  serviceOptions,
  timeoutOption,
  timeOf,
  variableOption,
} from '@mock-services/cli-kit';

const file = ['<file>', 'file of mock services, or - for stdin'] as const;
const workspace = ['<workspace>', 'id or name that `mock-services workspaces` lists'] as const;
const output = { '-o, --output <file>': 'file to write; the default, or -, is stdout' } as const;
const yes = { '--yes': 'delete without asking for confirmation' } as const;

const logOptions = {
  '--include-credentials': 'do not redact the log',
  '--validation <mode>': {
    choices: ['strict', 'warn'],
    help: 'what to do with a log that differs from the interface; warn reads it nevertheless',
  },
} as const satisfies OptionTable;

const filters = {
  '--method <method>': 'only requests with this method',
  '--path <path>': 'only this path; :name and * match a part of a segment, ** matches any text',
  '--status <status>': 'only this status, or class of statuses such as 5xx',
  '--host <host>': 'only this host; * matches any text',
  '--text <text>': 'only exchanges with this text in the URL, a header or a body',
  "--request-header <'Name: value'>": {
    isRepeatable: true,
    help: 'only with this request header; without a value, any',
  },
  "--response-header <'Name: value'>": {
    isRepeatable: true,
    help: 'only with this response header; without a value, any',
  },
  '--slower-than <time>': { read: durationOf, help: 'only responses that took longer, such as 500ms' },
  '--since <time>': {
    read: timeOf,
    help: 'only exchanges since this time, such as 2026-03-01T10:00:00Z; without a time zone, in UTC; 5m means 5 minutes ago',
  },
  '--scenario-id <id>': 'only exchanges whose metadata has this scenarioId',
  '--local-time': 'print local time and its distance from UTC, instead of UTC',
  ...logOptions,
} as const satisfies OptionTable;

export const program = {
  help: `Keeps the mock services of a service in a file, and follows activity logs.
The file is also the seed of the fake server:
npx @mock-services/fake-server --seed mocks.json`,
  options: { ...serviceOptions, ...timeoutOption, '--json': 'print data as JSON' },
  commands: {
    dump: {
      help: 'write the mock services of the service to a file',
      options: {
        ...output,
        '--workspaces': 'include the workspaces and their configurations',
        '--activity <workspace...>': 'include the logs of these workspaces, without credentials',
        ...logOptions,
      },
    },
    diff: {
      help: 'print what apply would change; exit with 1 if there is a difference',
      argument: file,
      options: {
        '--delete': 'also compare mock services that the file does not list',
        '--show-values': 'print values of variables, and credentials; both may be secrets',
        ...variableOption,
      },
    },
    apply: {
      help: 'create and update mock services, so that the service has what the file lists',
      argument: file,
      options: {
        '--delete': 'also delete mock services that the file does not list',
        ...yes,
        '--dry-run': 'print the plan, and change nothing',
        ...variableOption,
      },
    },
    list: { help: 'list the mock services' },
    get: {
      help: 'print a mock service',
      argument: ['<id|title>', 'id or title that `mock-services list` lists'],
    },
    delete: {
      help: 'delete mock services',
      argument: ['<id|title...>', 'ids or titles that `mock-services list` lists'],
      options: yes,
    },
    workspaces: { help: 'list the workspaces' },
    tail: {
      help: 'follow the log of a workspace, one line for each exchange; --json prints NDJSON',
      argument: workspace,
      options: filters,
    },
    wait: {
      help: 'wait for an exchange in the log of a workspace; exit with 1 if there is none in time',
      argument: workspace,
      options: {
        ...filters,
        '--timeout <time>': { default: '30s', help: 'how long to wait in total, such as 500ms, 30s or 5m' },
      },
    },
    har: {
      help: 'write the log of a workspace as an HTTP Archive',
      argument: workspace,
      options: { ...output, ...logOptions },
    },
    clear: { help: 'delete all entries of the log of a workspace', argument: workspace, options: yes },
  },
  environment: [['NO_COLOR', 'print without colors']],
  notes: [
    'Exit codes: 0 for success, 1 if diff finds a difference or wait finds no exchange, 2 for an error, 130 after Ctrl+C.',
  ],
} as const satisfies Program;

export type Options<Name extends keyof typeof program.commands> = Partial<
  Extract<Parsed<typeof program>, { readonly command: Name }>['options']
>;
