import { type ActivityEntry, type RecordedMessage } from '@mock-services/sdk/activity';
import { useEffect, useState } from 'react';
import { type ReadBody, readBody } from './read-body.ts';

/** State of reading a body: pending, done or failed. */
export type BodyState =
  | { readonly is: 'reading' }
  | { readonly is: 'read'; readonly body: ReadBody }
  | { readonly is: 'unreadable'; readonly error: Error };

/** Reads the body of a message, once per message. */
export function useBody(message: RecordedMessage, entry: ActivityEntry | undefined): BodyState {
  const [state, setState] = useState<BodyState & { readonly of: RecordedMessage }>({
    is: 'reading',
    of: message,
  });
  useEffect(() => {
    let isCurrent = true;
    const finish = (next: BodyState) => {
      if (isCurrent) setState({ ...next, of: message });
    };
    readBody(message, entry).then(
      (body) => finish({ is: 'read', body }),
      (error: unknown) =>
        finish({ is: 'unreadable', error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [message, entry]);
  return state.of === message ? state : { is: 'reading' };
}
