import type { HeaderValue, MockServiceInput, Upstream } from '@mock-services/sdk';
import { fields, objectAt, textAt } from './fields.ts';

type Texts = Readonly<Record<(typeof fields)[number]['key'], string>>;

export interface Draft extends Texts {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly upstreams: readonly Upstream[];
}

export const newMockService: MockServiceInput = {
  title: '',
  type: 'REST',
  config: {
    cors: { allowedOrigins: [], allowedMethods: ['GET', 'POST'], allowedHeaders: [] },
    defaultResponseHeaders: {},
    upstreams: [],
  },
};

export function draftOf(service: MockServiceInput): Draft {
  const texts = fields.map((field) => [field.key, textAt(service, field)]);
  const headers = Object.entries(service.config.defaultResponseHeaders);
  return {
    ...(Object.fromEntries(texts) as Texts),
    headers: headers.map(([name, value]) => ({ name, value: textOf(value) })),
    upstreams: service.config.upstreams,
  };
}

/** Keeps the fields that the form does not show, and the lines of an unchanged list. */
export function inputOf(draft: Draft, current: MockServiceInput): MockServiceInput {
  const input = structuredClone(current);
  const before = draftOf(current);
  const changed = fields.filter(({ key }) => draft[key] !== before[key]);
  for (const { parent, key, parse } of changed) objectAt(input, parent)[key] = parse(draft[key]);
  const headers = draft.headers.map(({ name, value }) => [name, valueOf(value)] as const);
  input.config.defaultResponseHeaders = Object.fromEntries(headers);
  input.config.upstreams = [...draft.upstreams];
  return input;
}

function valueOf(text: string): HeaderValue {
  try {
    // Any JSON value is a valid header value.
    return JSON.parse(text) as HeaderValue;
  } catch {
    return text;
  }
}

function textOf(value: HeaderValue): string {
  return typeof value === 'string' && valueOf(value) === value ? value : JSON.stringify(value);
}
