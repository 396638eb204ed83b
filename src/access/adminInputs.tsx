import ContentCopy from '@mui/icons-material/ContentCopy';
import Key from '@mui/icons-material/KeyOutlined';
import { Box, Button, Typography } from '@mui/material';
import { required, useRecordContext, useRefresh, useTranslate } from 'ra-core';
import { PasswordInput } from 'ra-ui-materialui';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { endTotp } from '../../contract/calls/auth.ts';
import { useIdentity, useMayCall } from '../auth/useMay.ts';
import { common, type InputProps } from '../declaration/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { RefInput } from '../fields/RefInput.tsx';
import { features, http } from '../services/services.ts';
import { labelStyle } from '../theme/index.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useCopy, useToast } from '../ui/useToast.ts';
import { generatePassword } from '../utils/generatePassword.ts';

export function RoleOfAdmin(props: InputProps) {
  const translate = useTranslate();
  return (
    <RefInput
      {...common(props)}
      reference={props.field}
      refusal={({ beyond }) => (beyond ? translate('roleForm.beyond') : undefined)}
    />
  );
}

/** Hints for a new and for an existing administrator. What other back ends do with a password is not known. */
const hints = {
  ours: ['roleForm.firstPassword', 'roleForm.keepPassword'],
  theirs: [undefined, 'roleForm.keepPasswordOnly'],
};

/**
 * A password is write-only: an empty one changes nothing. Whoever gets one from another administrator must change it;
 * the own password is changed in the profile, which asks for the old one.
 */
export function PasswordOfAdmin(props: InputProps) {
  const record = useRecordContext();
  const me = useIdentity();
  const isOwn = !props.isNew && record?.id === me?.id;
  if (props.isReadOnly) return null;
  if (isOwn && features.has('changePassword')) return <OwnPassword {...props} />;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <InputOf {...props} hint={hints[features.has('changePassword') ? 'ours' : 'theirs'][props.isNew ? 0 : 1]} />
      <GeneratedPassword name={props.name} />
    </Box>
  );
}

/** Fills in a random password and shows it, as whoever gets it cannot be told it any more after the save. */
function GeneratedPassword({ name }: { name: string }) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const [made, setMade] = useState<string>();
  const isShown = useWatch({ name }) === made && made !== undefined;
  const { copy, canCopy } = useCopy('totp');
  const generate = () => {
    const password = generatePassword();
    setMade(password);
    setValue(name, password, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Button size="small" startIcon={<Key />} onClick={generate}>
          {translate('roleForm.generatePassword')}
        </Button>
        {isShown && (
          <>
            <Box component="output" sx={{ fontFamily: 'monospace', userSelect: 'all' }}>
              {made}
            </Box>
            {canCopy && (
              <Button size="small" startIcon={<ContentCopy />} onClick={() => copy(made)}>
                {translate('totp.copy')}
              </Button>
            )}
          </>
        )}
      </Box>
      {isShown && (
        <Typography variant="caption" color="text.secondary">
          {translate('roleForm.generatedPassword')}
        </Typography>
      )}
    </Box>
  );
}

function OwnPassword(props: InputProps) {
  const record = useRecordContext();
  const typed = useWatch({ name: contact });
  if (contact.every((name, at) => (typed[at] ?? '') === (record?.[name] ?? ''))) return null;
  return (
    <PasswordInput
      {...common({ ...props, label: 'password.current', hint: 'roleForm.ownContact' })}
      validate={required()}
      autoComplete="current-password"
      shouldUnregister
    />
  );
}
const contact = ['mobile', 'email'];

export function FactorOfAdmin(props: InputProps) {
  const translate = useTranslate();
  const record = useRecordContext();
  const me = useIdentity();
  const mayCall = useMayCall();
  const [isAsked, setAsked] = useState(false);
  if (record?.[props.name] === undefined || !features.has('totp')) return null;
  const passkeys = Number(record.passkeys ?? 0);
  const isOn = Boolean(record[props.name]) || passkeys > 0;
  const mayEnd = isOn && !props.isReadOnly && record.id !== me?.id && mayCall(endTotp);
  return (
    <Box sx={{ display: 'flex', alignItems: 'end', justifyContent: 'space-between', gap: 1 }}>
      <Box>
        <Typography color="text.secondary" sx={labelStyle}>
          {translate('factor.name')}
        </Typography>
        {translate(isOn ? 'roleForm.factorOn' : 'roleForm.factorOff')}
        {passkeys > 0 && ` · ${translate('roleForm.factorPasskeys', { smart_count: passkeys })}`}
      </Box>
      {mayEnd && (
        <Button color="error" variant="outlined" onClick={() => setAsked(true)}>
          {translate('roleForm.endFactors')}
        </Button>
      )}
      {isAsked && <EndFactor id={Number(record.id)} name={String(record.username)} onClose={() => setAsked(false)} />}
    </Box>
  );
}

/** Asks for confirmation: whoever claims to have lost a device may be somebody else. */
function EndFactor({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const toast = useToast();
  const end = async () => {
    await http.call(endTotp, { aid: id });
    toast.success('roleForm.factorsEnded');
    refresh();
    onClose();
  };
  return (
    <ConfirmDialog
      title={translate('roleForm.endFactor', { name })}
      hint={translate('roleForm.endFactorHint')}
      action={translate('roleForm.endFactors')}
      isDangerous
      onConfirm={end}
      onClose={onClose}
    />
  );
}
