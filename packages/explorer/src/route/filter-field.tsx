import type { ComponentProps } from 'react';
import { updateRoute } from './route.tsx';

export function FilterField({
  name,
  value = '',
  ...rest
}: ComponentProps<'input'> & { readonly name: 'search' | 'path'; readonly value: string | undefined }) {
  return (
    <input
      value={value}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => updateRoute({ [name]: currentTarget.value }, { replace: true })}
      {...rest}
    />
  );
}
