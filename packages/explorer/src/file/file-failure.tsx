import { isHarError } from '@mock-services/sdk/activity';
import { describeError } from '../states/describe-error.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { OpenFile } from './file-provider.tsx';
import styles from './file.module.css';
import statesStyles from '../states/states.module.css';

const shown = 8;

/** Explains why a file cannot be read, with a list of invalid values. */
export function FileFailure({ name, error }: { readonly name: string; readonly error: unknown }) {
  return (
    <section className={statesStyles['failure']} role="alert">
      <p className={statesStyles['title']}>
        <VisibleText text={name} most="name" /> cannot be read
      </p>
      {isHarError(error) ? (
        <>
          <p>The file is not a valid HAR 1.2 file:</p>
          <ul className={styles['issues']}>
            {error.issues.slice(0, shown).map(({ path, expected, received }, index) => (
              // Use the index as the key, because a path may have more than one issue.
              <li key={index}>
                <code>
                  <VisibleText text={path === '' ? '(root)' : path} most="name" />
                </code>{' '}
                expected <VisibleText text={expected} most="name" />, received{' '}
                <VisibleText text={received} most="name" />
              </li>
            ))}
          </ul>
          {error.issues.length > shown && (
            <p className={statesStyles['hint']}>And {error.issues.length - shown} more.</p>
          )}
        </>
      ) : (
        <pre className={statesStyles['message']}>
          <VisibleText text={describeError(error).message} most="message" />
        </pre>
      )}
      <OpenFile label="Open another file" />
    </section>
  );
}
