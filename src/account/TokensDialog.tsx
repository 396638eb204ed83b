import ContentCopy from '@mui/icons-material/ContentCopy';
import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogContentText,
  IconButton,
  List,
  MenuItem,
  Skeleton,
  TextField,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { maxValue, minValue, useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import type { Returned } from '../../contract/call.ts';
import { createToken, listTokens, revokeToken, tokenLimits } from '../../contract/calls/token.ts';
import { Time } from '../fields/Time.tsx';
import { useAll } from '../fields/useAll.ts';
import { http } from '../services/services.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Failed } from '../ui/states/Failed.tsx';
import { useAsyncAction, useCopy, useToast } from '../ui/useToast.ts';
import { isInteger } from '../utils/numbers.ts';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';
import { AccountListItem, EndButton } from './AccountListItem.tsx';

const tokensKey = ['tokens'];

/** The tokens of one's own programs. A new one is shown once. */
export function TokensDialog({ identity, isOpen, onClose }: AccountDialogProps) {
  const translate = useTranslate();
  const [step, setStep] = useState<'list' | 'new'>('list');
  const [token, setToken] = useState('');
  const making = useAsyncAction();
  const close = () => {
    // It is shown once: neither Escape nor a click beside it takes it away, nor while it is being made.
    if (token || making.isBusy) return;
    onClose();
    setStep('list');
    setToken('');
  };
  return (
    <AccountDialog title={translate('account.tokens')} isOpen={isOpen} onClose={close}>
      {token ? (
        <NewToken token={token} onDone={() => setToken('')} />
      ) : step === 'new' ? (
        <TokenForm
          identity={identity}
          action={making}
          onBack={() => setStep('list')}
          onMade={(made) => {
            setToken(made);
            setStep('list');
          }}
        />
      ) : (
        <Tokens isOpen={isOpen} onAdd={() => setStep('new')} />
      )}
    </AccountDialog>
  );
}

function Tokens({ isOpen, onAdd }: { isOpen: boolean; onAdd: () => void }) {
  const translate = useTranslate();
  const toast = useToast();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Returned<typeof listTokens>[number]>();
  const { data, error, refetch } = useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => http.call(listTokens, {}, signal),
    enabled: isOpen,
    staleTime: 0,
  });
  const revoke = async (id: number) => {
    try {
      await http.call(revokeToken, { id });
      toast.success('tokens.revoked');
    } finally {
      setAsked(undefined);
      await queries.invalidateQueries({ queryKey: tokensKey });
    }
  };
  return (
    <>
      <DialogContent>
        <DialogContentText>{translate('tokens.hint')}</DialogContentText>
        {error && !data ? (
          <Failed error={error} level={3} onRetry={refetch} />
        ) : (
          <List disablePadding aria-busy={!data}>
            {data?.map((token) => (
              <AccountListItem
                key={token.id}
                primary={`${token.title} · ${token.role.title}`}
                secondary={
                  <>
                    {token.last_used ? (
                      <>
                        {translate('tokens.lastUsed')} <Time value={token.last_used} isRelative />
                      </>
                    ) : (
                      translate('tokens.unused')
                    )}
                    {' · '}
                    {translate('tokens.until')} <Time value={token.expires} />
                  </>
                }
              >
                <EndButton label={translate('tokens.revokeOne', { name: token.title })} onClick={() => setAsked(token)}>
                  {translate('tokens.revoke')}
                </EndButton>
              </AccountListItem>
            )) ?? <Skeleton height={48} />}
          </List>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onAdd}>
          {translate('tokens.add')}
        </Button>
      </DialogActions>
      {asked && (
        <ConfirmDialog
          title={translate('tokens.revokeTitle', { name: asked.title })}
          hint={translate('tokens.revokeHint')}
          action={translate('tokens.revoke')}
          isDangerous
          onConfirm={() => revoke(asked.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const lifetimes = [30, 90, 365];
const empty = { title: '', role: '', days: 90 };
const perMinuteLimits = [isInteger, minValue(1), maxValue(tokenLimits.perMinute)];

interface FormProps {
  identity: Identity;
  action: ReturnType<typeof useAsyncAction>;
  onBack: () => void;
  onMade: (token: string) => void;
}

function TokenForm({ identity, action, onBack, onMade }: FormProps) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const { data: roles, refetch } = useAll('role');
  const [values, setValues] = useState<Record<keyof typeof empty, string | number>>(empty);
  const [perMinute, setPerMinute] = useState<number | null>(120);
  const [errors, setErrors] = useState<Partial<Record<keyof typeof values | 'per_minute', string>>>({});
  // Super administrators, whose role holds everything, have to choose one. The server says so where the roles could not tell.
  const isSuper = roles?.some(({ id, built_in }) => id === identity.role.id && built_in === 1);
  const choosesRole = isSuper || Boolean(errors.role);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const required = translate('ra.validation.required');
    const wrong = {
      ...(!String(values.title).trim() && { title: required }),
      ...(choosesRole && !values.role && { role: required }),
      ...(perMinute === null && { per_minute: required }),
    };
    setErrors(wrong);
    // A number that cannot be read is told by its field.
    if (Object.keys(wrong).length > 0 || perMinute === null || Number.isNaN(perMinute)) return undefined;
    const { title, role, days } = values;
    const params = { title: String(title), role: Number(role), days: Number(days), per_minute: perMinute };
    const work = async () => {
      const { token } = await http.call(createToken, params);
      await queries.invalidateQueries({ queryKey: tokensKey });
      onMade(token ?? '');
    };
    return action.run(work, (found) => {
      setErrors(found);
      if (found.role && !roles) refetch();
    });
  };
  const forget = (name: keyof typeof errors) => setErrors(({ [name]: _gone, ...others }) => others);
  const shown = (name: keyof typeof errors) => ({
    name,
    label: translate(`tokens.fields.${name}`),
    error: Boolean(errors[name]),
    helperText: errors[name],
  });
  const field = (name: keyof typeof values) => ({
    ...shown(name),
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value });
      forget(name);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <TextField {...field('title')} required autoFocus slotProps={{ htmlInput: { maxLength: 60 } }} />
        {choosesRole && (
          <TextField {...field('role')} select required>
            {(roles ?? []).map(({ id, title }) => (
              <MenuItem key={id} value={id}>
                {title}
              </MenuItem>
            ))}
          </TextField>
        )}
        <TextField {...field('days')} select>
          {lifetimes.map((days) => (
            <MenuItem key={days} value={days}>
              {translate('tokens.days', { smart_count: days })}
            </MenuItem>
          ))}
        </TextField>
        <NumberField
          {...shown('per_minute')}
          required
          value={perMinute}
          onChange={(value) => {
            setPerMinute(value);
            forget('per_minute');
          }}
          validate={perMinuteLimits}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack} disabled={action.isBusy}>
          {translate('ra.action.back')}
        </Button>
        <Button type="submit" variant="contained" loading={action.isBusy}>
          {translate('tokens.make')}
        </Button>
      </DialogActions>
    </form>
  );
}

function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const translate = useTranslate();
  const { copy, canCopy } = useCopy('tokens');
  return (
    <>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('tokens.once')}
        </Alert>
        <TextField
          fullWidth
          label={translate('tokens.token')}
          value={token}
          slotProps={{
            input: {
              readOnly: true,
              endAdornment: canCopy && (
                <IconButton edge="end" aria-label={translate('tokens.copy')} onClick={() => copy(token)}>
                  <ContentCopy fontSize="small" />
                </IconButton>
              ),
            },
            htmlInput: {
              sx: { fontFamily: 'monospace' },
              onFocus: ({ target }: { target: HTMLInputElement }) => target.select(),
            },
          }}
        />
        <Box
          component="pre"
          sx={{ typography: 'caption', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', mt: 2, mb: 0 }}
        >
          {`Authorization: Bearer ${token.slice(0, 9)}…`}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onDone}>
          {translate('tokens.done')}
        </Button>
      </DialogActions>
    </>
  );
}
