import type { HeaderValue, MockServiceConfig, MockServiceInput, Upstream } from '@mock-services/sdk';

export interface Draft {
  readonly title: string;
  readonly type: string;
  readonly allowedOrigins: string;
  readonly allowedMethods: string;
  readonly allowedHeaders: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Includes fields that the form does not show. */
  readonly upstreams: readonly Upstream[];
}

export const emptyDraft: Draft = {
  title: '',
  type: 'REST',
  allowedOrigins: '',
  allowedMethods: 'GET\nPOST',
  allowedHeaders: '',
  headers: [],
  upstreams: [],
};

export function draftOf({ title, type, config }: MockServiceInput): Draft {
  return {
    title,
    type,
    allowedOrigins: config.cors.allowedOrigins.join('\n'),
    allowedMethods: config.cors.allowedMethods.join('\n'),
    allowedHeaders: config.cors.allowedHeaders.join('\n'),
    headers: Object.entries(config.defaultResponseHeaders).map(([name, value]) => ({
      name,
      value: textOf(value),
    })),
    upstreams: config.upstreams,
  };
}

/** Keeps the fields that the form does not show, and the lines of an unchanged list. */
export function inputOf(draft: Draft, current?: MockServiceInput): MockServiceInput {
  const config: Partial<MockServiceConfig> = current?.config ?? {};
  const before = current && draftOf(current);
  const lines = (key: 'allowedOrigins' | 'allowedMethods' | 'allowedHeaders'): string[] =>
    current && draft[key] === before?.[key] ? current.config.cors[key] : linesOf(draft[key]);
  return {
    ...current,
    title: draft.title,
    type: draft.type,
    config: {
      ...config,
      cors: {
        ...config.cors,
        allowedOrigins: lines('allowedOrigins'),
        allowedMethods: lines('allowedMethods'),
        allowedHeaders: lines('allowedHeaders'),
      },
      defaultResponseHeaders: Object.fromEntries(
        draft.headers.map(({ name, value }) => [name, valueOf(value)]),
      ),
      upstreams: [...draft.upstreams],
    },
  };
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
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
