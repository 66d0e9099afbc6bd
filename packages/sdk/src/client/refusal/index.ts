/** What explains, by the schemas and zod, why a value differs from the interface. */
export { unfitHeaders } from './headers.ts';
export { checkInput, refusedId, refusedOption, unwritableInput } from './request.ts';
export { refusal } from './refusal.ts';
export { checkResult, warnOf } from './response.ts';
