import { useState } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import styles from './advice.module.css';

/**
 * Commands in an advice: a line of its own, or a part of a sentence. Only printable ASCII counts as part of a command, so that the
 * copied text is what the user sees.
 */
const commands =
  /(^(?:[A-Z_]+=[!-~]+ )*npx @mock-services\/[ -~]+$|(?:[A-Z_]+=[!-~]+ )*npx @mock-services\/[a-z-]+(?: --[a-z-]+)*(?: (?:"[ !#-~]*"|'[ -&(-~]*'|[!#-&(-+\--~]*[!#-&(-+\-/-~]))?)/m;

/** Tells the user what to do. The text must be from this page or the program, never from a service. */
export function Advice({ text }: { readonly text: string }) {
  return (
    <span className={styles['advice']}>
      {text.split(commands).map((part, index) =>
        // Parts of a text have no identity but their index.
        index % 2 === 0 ? (
          <VisibleText key={index} text={part} most="message" />
        ) : (
          <Command key={index} text={part} />
        ),
      )}
    </span>
  );
}

/** A command with a button that copies it. */
export function Command({ text }: { readonly text: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      setOutcome('The browser did not allow copying');
    }
  };
  return (
    <span className={styles['command']}>
      <code>{text}</code>
      <button type="button" onClick={() => void copy()}>
        Copy
        <span className="visually-hidden"> the command</span>
      </button>
      <span role="status">{outcome}</span>
    </span>
  );
}
