import { Chip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { role } from '../../contract/entities/role.ts';
import { AdminsOfRole } from '../access/AdminsOfRole.tsx';
import { AccessActions } from '../access/accessActions.ts';
import type { ShowProps } from '../declaration/common.ts';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { withTexts } from '../ui/lazyComponent.tsx';

const inputs = () => import('../access/RightsInput.tsx');
const input = (name: keyof Awaited<ReturnType<typeof inputs>>, height: number) =>
  lazyInput(() => withTexts(inputs().then((module) => module[name])), height);

export const roleResource = resource(role, {
  list: { columns: ['title', 'rule_method', 'admins', 'sort', 'update_time'] },
  form: {
    tabs: { base: { main: ['title', 'rule_method'], side: ['columns', 'own_only', 'field_limits'] } },
    inputs: {
      rule_method: input('RightsInput', 400),
      columns: input('ColumnsOfRole', 60),
      field_limits: input('FieldLimitsInput', 60),
    },
  },
  row: {
    NameAdornment: RoleMark,
    Actions: AccessActions,
  },
  record: {
    displays: { rule_method: RulesOfRole, admins: AdminsOfRole },
    lockReasons: {
      edit: ({ built_in, beyond }) => (built_in ? 'access.builtIn' : beyond ? 'access.roleBeyond' : undefined),
    },
  },
});

function RoleMark() {
  const translate = useTranslate();
  const record = useRecordContext();
  return record?.built_in ? <Chip size="small" label={translate('access.builtInMark')} sx={{ ml: 1 }} /> : null;
}

/** The number of rules of a role; the built-in role has all, whatever its list. */
function RulesOfRole({ record, name }: ShowProps) {
  const translate = useTranslate();
  return <>{record.built_in ? translate('access.allRules') : (record[name] as number[] | null)?.length}</>;
}
