/** Writes `contract/validators.gen.ts`: the contract's schemas as validators that do not need zod. Build time only. */
export { createValidatorsModule } from './module.ts';
