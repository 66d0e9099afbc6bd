import { isBodyError, type BodyFault } from '@mock-services/sdk/activity';

const words: Readonly<Record<BodyFault, string>> = {
  base64: 'The body was not recorded as valid Base64.',
  charset: 'This browser does not know the charset that the content-type names.',
  'content-encoding': 'The content-encoding is broken, or unknown to this browser.',
  json: 'The content-type says JSON, but the body is none.',
  size: 'Decoded, the body is longer than 100 MiB.',
};

/** Why a body cannot be read. */
export function problemOf(error: unknown): string {
  return isBodyError(error) ? words[error.fault] : String(error);
}
