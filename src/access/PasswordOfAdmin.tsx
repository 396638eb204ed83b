import { useRecordContext } from 'ra-core';
import type { InputProps } from '../fields/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { useIdentity } from '../layout/useMenu.ts';
import { features } from '../services.ts';

/**
 * A password is only ever written: an empty one keeps the old. Whoever gets it from another has to change it; one's own
 * is changed where the old one is asked for.
 */
export function PasswordOfAdmin(props: InputProps) {
  const record = useRecordContext();
  const me = useIdentity();
  const isOwn = !props.isNew && record?.id === me?.id;
  if (props.isReadOnly || (isOwn && features.has('changePassword'))) return null;
  return <InputOf {...props} hint={props.isNew ? 'access.firstPassword' : 'access.keepPassword'} />;
}
