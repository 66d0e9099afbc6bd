/** Tests the types of the resolvers. The compiler runs these tests. */
import type { endpoints, OperationId } from '@mock-services/sdk/contract';
import { expectTypeOf, test } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import type { Resolver } from '../../src/core/engine/operations.ts';
import { resolvers } from '../../src/core/engine/operations.ts';

type Outcome<Id extends OperationId> = ReturnType<Resolver<Id>>;

test('every operation in the operation table has a resolver', () => {
  expectTypeOf<keyof typeof resolvers>().toEqualTypeOf<keyof typeof endpoints>();
  const { getMockService: _, ...others } = resolvers;
  // @ts-expect-error an operation is missing
  expectTypeOf(others).toExtend<typeof resolvers>();
});

test('the return type of a resolver is the response body type of its endpoint', () => {
  expectTypeOf<Json<{ id: string }>>().toExtend<Outcome<'createMockService'>>();
  // @ts-expect-error the body of another endpoint
  expectTypeOf<Json<{ data: string }>>().toExtend<Outcome<'createMockService'>>();
  // @ts-expect-error a body where the interface has none
  expectTypeOf<Json<{ id: string }>>().toExtend<Outcome<'deleteMockService'>>();
  expectTypeOf<Parameters<Resolver<'listActivity'>>[0]['params']>().toEqualTypeOf<
    Record<'workspaceId', string>
  >();
});
