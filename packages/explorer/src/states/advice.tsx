import { useState } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import styles from './advice.module.css';

/**
 * Matches commands in advice. A command fills a whole line, or is part of a sentence. A command may contain only printable
 * ASCII, so that the user copies exactly the visible text.
 */
const commands =
  /(^(?:[A-Z_]+=[!-~]+ )*npx @mock-services\/[ -~]+$|(?:[A-Z_]+=[!-~]+ )*npx @mock-services\/[a-z-]+(?: --[a-z-]+)*(?: (?:"[ !#-~]*"|'[ -&(-~]*'|[!#-&(-+\--~]*[!#-&(-+\-/-~]))?)/m;

/** Shows advice with buttons that copy its commands. The text must come from the page or program, never from a service. */
export function Advice({ text }: { readonly text: string }) {
  return (
    <span className={styles['advice']}>
      {text.split(commands).map((part, index) =>
        // Use the index as the key, because parts have no id.
        index % 2 === 0 ? (
          <VisibleText key={index} text={part} most="message" />
        ) : (
          <Command key={index} text={part} />
        ),
      )}
    </span>
  );
}

/** Command with a button that copies it. */
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
