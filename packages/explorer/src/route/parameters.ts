/** The parameters of the page's address, and their valid values. */

interface Parameter {
  readonly expected: string;
  readonly isValid: (text: string) => boolean;
}

const matching = (expected: string, pattern: RegExp): Parameter => ({
  expected,
  isValid: (text) => pattern.test(text),
});

const anything: Parameter = { expected: 'some text', isValid: (text) => text !== '' };

const uuid = '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}';

const timestamp: Parameter = {
  expected: 'an ISO 8601 UTC timestamp',
  isValid: (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)),
};

/** In the order of the address. */
export const parameters = {
  service: anything,
  view: matching('workspaces, services or activity', /^(workspaces|services|activity)$/),
  workspace: matching('the id of a workspace, or file', new RegExp(`^(${uuid}|file)$`, 'i')),
  mock: matching('the id of a mock service, or new', new RegExp(`^(${uuid}|new)$`, 'i')),
  method: matching('an HTTP method', /^[\w!#$%&'*+.^`|~-]+$/),
  status: matching('a status such as 404, or a class such as 5xx', /^([1-5]xx|\d{3})$/),
  path: anything,
  host: anything,
  search: anything,
  since: timestamp,
  until: timestamp,
  sort: matching('a column, or -column for descending', /^-?(time|method|path|status|host|ms)$/),
  entry: anything,
  compare: anything,
  panel: matching('fake', /^fake$/),
} satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof parameters;
