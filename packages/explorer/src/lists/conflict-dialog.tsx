import type { SubmitEvent } from 'react';
import { CloseButton, Dialog } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/text.tsx';
import { conflictKey, type Choices, type ConflictError } from './merge.ts';
import styles from './lists.module.css';

/** No choice is preselected, so that nobody overwrites a value by pressing Enter. */
export function ConflictDialog(props: {
  readonly error: ConflictError;
  readonly onChoose: (choices: Choices) => void;
  readonly onCancel: () => void;
}) {
  const { error, onChoose, onCancel } = props;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onChoose(new Map([...error.choices, ...new FormData(event.currentTarget)]));
  };
  return (
    <Dialog title="Somebody else changed the same fields" onClose={onCancel}>
      <form onSubmit={submit}>
        <p>Nothing has been saved yet. Choose what to keep:</p>
        {error.conflicts.map((conflict) => {
          const key = conflictKey(conflict);
          return (
            <fieldset key={key} className={styles['conflict']}>
              <legend>
                <VisibleText text={conflict.label} most="name" />
              </legend>
              <Choice name={key} value="mine" label="Yours" text={conflict.mine} />
              <Choice name={key} value="theirs" label="Theirs" text={conflict.theirs} />
            </fieldset>
          );
        })}
        <div className="dialog-actions">
          <CloseButton>Keep editing</CloseButton>
          <button type="submit" className="primary">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Choice(props: {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly text: string | undefined;
}) {
  const { name, value, label, text } = props;
  return (
    <label>
      <input type="radio" name={name} value={value} required />
      {label}
      {text ? (
        <span className="message">
          <VisibleText text={text} most="message" />
        </span>
      ) : (
        <span className="muted">{text === undefined ? '(removed)' : '(empty)'}</span>
      )}
    </label>
  );
}
