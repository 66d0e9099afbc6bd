import { useId } from 'react';
import type { BodyForm } from './forms.ts';

const names: Readonly<Record<BodyForm, string>> = { json: 'JSON', image: 'Image', text: 'Text', hex: 'Hex' };

/** Switches the form that a body is shown in. */
export function FormSwitch(props: {
  readonly forms: readonly BodyForm[];
  readonly form: BodyForm;
  readonly label: string;
  readonly onForm: (form: BodyForm) => void;
}) {
  const { forms, form, label, onForm } = props;
  const group = useId();
  if (forms.length < 2) return null;
  return (
    <fieldset className="form-switch">
      <legend className="visually-hidden">Show {label} as</legend>
      {forms.map((each) => (
        <label key={each}>
          <input type="radio" name={group} checked={each === form} onChange={() => onForm(each)} />
          {names[each]}
        </label>
      ))}
    </fieldset>
  );
}
