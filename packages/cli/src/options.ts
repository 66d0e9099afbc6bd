/** The commands of the program and their options. */
import {
  durationOf,
  type OptionRow,
  type OptionTable,
  type Parsed,
  type Program,
  serviceOptions,
  timeOf,
  variableOption,
} from '@mock-services/cli-kit';

const file = { value: '<file>', help: 'file of mock services, or - for stdin' } as const;
const workspace = { value: '<workspace>', help: 'id or name that `mock-services workspaces` lists' } as const;
const output = {
  value: '<file>',
  short: 'o',
  help: 'file to write; the default, or -, is stdout',
} as const satisfies OptionRow;
const yes = { help: 'delete without asking for confirmation' };

const logOptions = {
  includeCredentials: { help: 'do not redact the log' },
  validation: {
    value: '<mode>',
    choices: ['strict', 'warn'],
    help: 'what to do with a log that differs from the interface; warn reads it nevertheless',
  },
} as const satisfies OptionTable;

const filters = {
  method: { value: '<method>', help: 'only requests with this method' },
  path: {
    value: '<path>',
    help: 'only this path; :name and * match a part of a segment, ** matches any text',
  },
  status: { value: '<status>', help: 'only this status, or class of statuses such as 5xx' },
  host: { value: '<host>', help: 'only this host; * matches any text' },
  text: { value: '<text>', help: 'only exchanges with this text in the URL, a header or a body' },
  requestHeader: {
    value: "<'Name: value'>",
    isRepeatable: true,
    help: 'only with this request header; without a value, any',
  },
  responseHeader: {
    value: "<'Name: value'>",
    isRepeatable: true,
    help: 'only with this response header; without a value, any',
  },
  slowerThan: {
    value: '<time>',
    read: durationOf,
    help: 'only responses that took longer, such as 500ms',
  },
  since: {
    value: '<time>',
    read: timeOf,
    help: 'only exchanges since this time, such as 2026-03-01T10:00:00Z; without a time zone, in UTC; 5m means 5 minutes ago',
  },
  scenarioId: { value: '<id>', help: 'only exchanges whose metadata has this scenarioId' },
  localTime: { help: 'print local time and its distance from UTC, instead of UTC' },
  ...logOptions,
} as const satisfies OptionTable;

export const program = {
  help: `Keeps the mock services of a service in a file, and follows activity logs.
The file is also the seed of the fake server:
npx @mock-services/fake-server --seed mocks.json`,
  options: { ...serviceOptions, json: { help: 'print data as JSON' } },
  commands: {
    dump: {
      help: 'write the mock services of the service to a file',
      options: {
        output,
        workspaces: { help: 'include the workspaces and their configurations' },
        activity: {
          value: '<workspace...>',
          help: 'include the logs of these workspaces, without credentials',
        },
        ...logOptions,
      },
    },
    diff: {
      help: 'print what apply would change; exit with 1 if there is a difference',
      argument: file,
      options: {
        delete: { help: 'also compare mock services that the file does not list' },
        var: variableOption,
      },
    },
    apply: {
      help: 'create and update mock services, so that the service has what the file lists',
      argument: file,
      options: {
        delete: { help: 'also delete mock services that the file does not list' },
        yes,
        dryRun: { help: 'print the plan, and change nothing' },
        var: variableOption,
      },
    },
    list: { help: 'list the mock services' },
    get: {
      help: 'print a mock service',
      argument: { value: '<id|title>', help: 'id or title that `mock-services list` lists' },
    },
    delete: {
      help: 'delete mock services',
      argument: { value: '<id|title...>', help: 'ids or titles that `mock-services list` lists' },
      options: { yes },
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
        timeout: {
          value: '<time>',
          default: '30s',
          help: 'how long to wait in total, such as 500ms, 30s or 5m',
        },
      },
    },
    har: {
      help: 'write the log of a workspace as an HTTP Archive',
      argument: workspace,
      options: { output, ...logOptions },
    },
    clear: { help: 'delete all entries of the log of a workspace', argument: workspace, options: { yes } },
  },
  environment: [['NO_COLOR', 'print without colors']],
  notes: [
    'Exit codes: 0 for success, 1 if diff finds a difference or wait no exchange, 2 for an error, 130 after Ctrl+C.',
  ],
} as const satisfies Program;

/** The options of a command. */
export type Options<Name extends keyof typeof program.commands> = Partial<
  Extract<Parsed<typeof program>, { readonly command: Name }>['options']
>;
