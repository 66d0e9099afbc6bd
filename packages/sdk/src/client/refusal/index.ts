/** What explains, by the schemas and zod, why a value differs from the interface. */
export { checkInput, refusedId, refusedOption, unwritableInput } from './request.ts';
export { checkResult } from './response.ts';
