import type { BodyOf, OperationId, ParamsOf, ResultOf } from '@mock-services/sdk/contract';
import type { Problem } from '../http/problem.ts';
import type { Json } from '../store/json.ts';
import type { Store } from '../store/store.ts';
import type { OperationOptions } from '../variation/behaviour-options.ts';
import type { ListTexts } from './list-texts.ts';

/** A request to an endpoint. Its body, where the endpoint takes one, is valid. */
export interface Call<Id extends OperationId> {
  readonly params: ParamsOf<Id>;
  readonly body: BodyOf<Id>;
  readonly store: Store;
  readonly lists: ListTexts;
  readonly options: OperationOptions;
}

/** The body of a success, or why there is none. Where the interface leaves the body open, there is none. */
export type Outcome<Id extends OperationId> = BodyText<ResultOf<Id>> | Problem;

type BodyText<Result> = Result extends undefined ? undefined : Json<Result>;

/** One operation. It either succeeds or changes nothing. */
export type Resolver<Id extends OperationId> = (call: Call<Id>) => Outcome<Id>;
