import type * as z from 'zod/mini';
import { expectTypeOf, test } from 'vitest';
import type * as resources from '../../src/contract/resources.ts';
import type * as schemas from '../../src/contract/schemas.ts';

type Schemas = typeof schemas;
type Of<Name extends keyof Schemas> = Schemas[Name] extends z.core.$ZodType
  ? z.core.output<Schemas[Name]>
  : never;

test('every documented interface equals what its schema yields', () => {
  expectTypeOf<Of<'cors'>>().toEqualTypeOf<resources.Cors>();
  expectTypeOf<Of<'upstream'>>().toEqualTypeOf<resources.Upstream>();
  expectTypeOf<Of<'headerValue'>>().toEqualTypeOf<resources.HeaderValue>();
  expectTypeOf<Of<'mockServiceConfig'>>().toEqualTypeOf<resources.MockServiceConfig>();
  expectTypeOf<Of<'mockServiceInput'>>().toEqualTypeOf<resources.MockServiceInput>();
  expectTypeOf<Of<'mockServiceSummary'>>().toEqualTypeOf<resources.MockServiceSummary>();
  expectTypeOf<Of<'mockService'>>().toEqualTypeOf<resources.MockService>();
  expectTypeOf<Of<'createdMockService'>>().toEqualTypeOf<resources.CreatedMockService>();
  expectTypeOf<Of<'workspace'>>().toEqualTypeOf<resources.Workspace>();
  expectTypeOf<Of<'recordedRequest'>>().toEqualTypeOf<resources.RecordedRequest>();
  expectTypeOf<Of<'recordedResponse'>>().toEqualTypeOf<resources.RecordedResponse>();
  expectTypeOf<Of<'activityMetadata'>>().toEqualTypeOf<resources.ActivityMetadata>();
  expectTypeOf<Of<'activityEntry'>>().toEqualTypeOf<resources.ActivityEntry>();
});

test('the equality notices a field that is missing, renamed or of another type', () => {
  // @ts-expect-error a field is missing
  expectTypeOf<Of<'upstream'>>().toEqualTypeOf<{ name: string }>();
  // @ts-expect-error a field has another type
  expectTypeOf<Of<'upstream'>>().toEqualTypeOf<{ name: string; url: URL }>();
  // @ts-expect-error a field may be absent
  expectTypeOf<Of<'upstream'>>().toEqualTypeOf<{ name: string; url?: string }>();
});
