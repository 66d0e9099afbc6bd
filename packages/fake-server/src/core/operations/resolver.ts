import type { BodyOf, OperationId, ParamsOf, ResultOf } from '@mock-services/sdk/contract';
import type { Json } from '../store/json.ts';
import type { Problem } from '../http/problem.ts';
import type { OperationOptions } from '../variation/behaviour-options.ts';
import type { World } from '../store/world.ts';

/** A request that has an endpoint and whose body, if the endpoint takes one, has the right shape. */
export interface Call<Id extends OperationId> {
  readonly params: ParamsOf<Id>;
  readonly body: BodyOf<Id>;
  readonly world: World;
  readonly options: OperationOptions;
}

/** The body of a success, or why there is none. An operation whose body the interface leaves open has no body. */
export type Outcome<Id extends OperationId> = BodyText<ResultOf<Id>> | Problem;

type BodyText<Result> = Result extends undefined ? undefined : Json<Result>;

/** What one operation does. It either succeeds or leaves the world as it was. */
export type Resolver<Id extends OperationId> = (call: Call<Id>) => Outcome<Id>;
