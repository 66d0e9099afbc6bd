import type { Cors, MockServiceConfig } from '@mock-services/sdk/contract';
import { given, type Draft } from './arrange.ts';

/** A configuration of which any field may be left out, down to those of `cors`. */
export type ConfigDraft = Draft<Omit<MockServiceConfig, 'cors'>> & {
  readonly cors?: Draft<Cors> | undefined;
};

const nothing: MockServiceConfig = {
  cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] },
  defaultResponseHeaders: {},
  upstreams: [],
};

/** A whole configuration: what the draft has, and the rest from `base`, in which nothing is configured by default. */
export function configOf(call: string, draft: ConfigDraft = {}, base = nothing): MockServiceConfig {
  const { cors = {}, ...others } = given(call, draft, 'config');
  return { ...base, ...others, cors: { ...base.cors, ...given(call, cors, 'config.cors') } };
}
