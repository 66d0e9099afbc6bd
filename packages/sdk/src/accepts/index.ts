/** Writes `contract/accepts.ts`: the contract's schemas as predicates that do not need zod. Build time only. */
export { createAcceptsModule } from './module.ts';
