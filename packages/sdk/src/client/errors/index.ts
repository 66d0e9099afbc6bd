/** The closed tree of errors. */
export { AbortError, isAbortError } from './abort-error.ts';
export { type AnyMockServicesError, isMockServicesError } from './any-error.ts';
export { ApiError, type ErrorResponse, isApiError } from './api-error.ts';
export { type CallFacts, MockServicesError } from './base.ts';
export { isNetworkError, NetworkError } from './network-error.ts';
export { isParseError, ParseError } from './parse-error.ts';
export { isTimeoutError, TimeoutError, type TimeoutPhase } from './timeout-error.ts';
export { isValidationError, ValidationError, type ValidationSide } from './validation-error.ts';
