import type { InputProps } from '../fields/common.ts';
import { InputOf } from '../fields/InputOf.tsx';

/** A password is only ever written: an empty one keeps the old. Whoever gets it from another has to change it. */
export function PasswordOfAdmin(props: InputProps) {
  return <InputOf {...props} hint={props.isNew ? 'access.firstPassword' : 'access.keepPassword'} />;
}
