import { required, useRecordContext } from 'ra-core';
import { PasswordInput } from 'ra-ui-materialui';
import { useWatch } from 'react-hook-form';
import { useIdentity } from '../auth/useMay.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { features } from '../services/services.ts';

/** Below that of a new administrator, and of one who has one. What another back end makes of it nobody knows here. */
const hints = {
  ours: ['access.firstPassword', 'access.keepPassword'],
  theirs: [undefined, 'access.keepPasswordOnly'],
};

/**
 * A password is only ever written: an empty one keeps the old. Whoever gets it from another has to change it; one's own
 * is changed where the old one is asked for.
 */
export function PasswordOfAdmin(props: InputProps) {
  const record = useRecordContext();
  const me = useIdentity();
  const isOwn = !props.isNew && record?.id === me?.id;
  if (props.isReadOnly) return null;
  if (isOwn && features.has('changePassword')) return <OwnPassword {...props} />;
  return <InputOf {...props} hint={hints[features.has('changePassword') ? 'ours' : 'theirs'][props.isNew ? 0 : 1]} />;
}

/** The password that one has: one's own mobile number and e-mail address change only with it. */
function OwnPassword(props: InputProps) {
  const record = useRecordContext();
  const typed = useWatch({ name: contact });
  if (contact.every((name, at) => (typed[at] ?? '') === (record?.[name] ?? ''))) return null;
  return (
    <PasswordInput
      {...common({ ...props, label: 'password.current', hint: 'access.ownContact' })}
      validate={required()}
      autoComplete="current-password"
      shouldUnregister
    />
  );
}
const contact = ['mobile', 'email'];
