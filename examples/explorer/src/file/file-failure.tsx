import '../states/states.css';
import './file.css';
import { isHarError } from '@mock-services/sdk/activity';
import { VisibleText } from '../text/visible-text.tsx';
import { OpenFile } from './open-file.tsx';

const shown = 8;

/** Says what is wrong with a file, and where. */
export function FileFailure({ name, error }: { readonly name: string; readonly error: unknown }) {
  return (
    <section className="state state-failure" role="alert">
      <p className="state-title">
        <VisibleText text={name} /> cannot be read
      </p>
      {isHarError(error) ? (
        <>
          <p>It differs from HAR 1.2 in these places:</p>
          <ul className="issues">
            {error.issues.slice(0, shown).map(({ path, expected, received }) => (
              <li key={path}>
                <code>{path === '' ? '(the whole)' : path}</code> expected {expected}, received {received}
              </li>
            ))}
          </ul>
          {error.issues.length > shown && (
            <p className="state-hint">And {error.issues.length - shown} more.</p>
          )}
        </>
      ) : (
        <pre className="state-message">
          <VisibleText text={String(error)} />
        </pre>
      )}
      <OpenFile label="Open another file" />
    </section>
  );
}
