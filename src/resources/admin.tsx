import { Box, Chip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { admin } from '../../contract/entities/admin.ts';
import { AccessActions } from '../access/accessActions.ts';
import { useIdentity } from '../auth/useMay.ts';
import { resource } from '../declaration/resource.ts';
import { useServerNow } from '../fields/contentState.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { sizes } from '../theme/index.ts';
import { withTexts } from '../ui/lazyComponent.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { localTime } from '../utils/format.ts';

/** Administrators can neither disable nor delete themselves. */
const ifOneself = (why: string) => (record: Record<string, unknown>, me: { id: unknown } | undefined) =>
  record.id === me?.id ? why : undefined;

export const adminResource = resource(admin, {
  list: {
    columns: ['username', 'nickname', 'avatar', 'groupId', 'mobile', 'status', 'logintimes', 'last_login'],
    filters: ['groupId', 'status'],
  },
  form: {
    tabs: {
      base: {
        main: ['username', 'password', 'groupId', 'nickname', 'mobile', 'email'],
        side: ['avatar', 'status', 'sort', 'totp', 'logintimes', 'last_login', 'last_ip', 'locked_until'],
      },
    },
    inputs: {
      password: lazyInput(
        () => withTexts(import('../access/adminInputs.tsx').then((m) => m.PasswordOfAdmin)),
        sizes.formRow,
      ),
      groupId: lazyInput(
        () => withTexts(import('../access/adminInputs.tsx').then((m) => m.RoleOfAdmin)),
        sizes.formRow,
      ),
      totp: lazyInput(() => withTexts(import('../access/adminInputs.tsx').then((m) => m.FactorOfAdmin)), sizes.formRow),
    },
  },
  row: {
    NameAdornment: AdminMark,
    Actions: AccessActions,
  },
  record: {
    lockReasons: {
      edit: ({ beyond }) => (beyond ? 'access.adminBeyond' : undefined),
      delete: ifOneself('roleForm.oneself'),
      status: ifOneself('access.notOneself'),
    },
  },
});

/** Marks one's own account, and accounts that are locked for a time. */
function AdminMark() {
  const translate = useTranslate();
  const me = useIdentity();
  const record = useRecordContext();
  const until = record?.locked_until ? new Date(record.locked_until) : undefined;
  const now = useServerNow([record?.locked_until]);
  const isLocked = until !== undefined && until.getTime() > now;
  return (
    <>
      {record && record.id === me?.id && <Chip size="small" label={translate('access.me')} sx={{ ml: 1 }} />}
      {isLocked && (
        <Box component="span" sx={{ ml: 1 }}>
          <StateChip severity="warning" label={translate('access.lockedUntil', { time: localTime(until) })} />
        </Box>
      )}
    </>
  );
}
