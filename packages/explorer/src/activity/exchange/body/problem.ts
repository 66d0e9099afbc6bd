import { isBodyError, type BodyFault } from '@mock-services/sdk/activity';

const words: Readonly<Record<BodyFault, string>> = {
  base64: 'The recorded body is not valid Base64.',
  charset: 'This browser does not support the charset in the content-type header.',
  'content-encoding': 'The body cannot be decoded, or this browser does not support its content-encoding.',
  json: 'The content-type is JSON, but the body is not valid JSON.',
  size: 'The decoded body is larger than 100 MiB.',
};

/** Returns a message that explains why a body cannot be shown. */
export function problemOf(error: unknown): string {
  return isBodyError(error) ? words[error.fault] : String(error);
}
