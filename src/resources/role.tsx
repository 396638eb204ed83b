import { Chip, Link } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { admin } from '../../contract/entities/admin.ts';
import { role } from '../../contract/entities/role.ts';
import { narrowedPath } from '../../contract/paths.ts';
import { AccessActions } from '../access/accessActions.ts';
import { useMay } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { basename, features } from '../services/services.ts';
import { withTexts } from '../ui/lazyComponent.tsx';

const inputs = () => import('../access/RightsInput.tsx');
const input = (name: keyof Awaited<ReturnType<typeof inputs>>, height: number) =>
  lazyInput(() => withTexts(inputs().then((module) => module[name])), height);

/** Whether a role can demand a second factor. Nothing else of the built-in role can be changed. */
const takesFactor = () => features.knows(role, 'factor');
const notOfBuiltIn = ['title', 'rule_method', 'columns', 'own_only', 'field_limits'];
const ifBuiltIn =
  (why: string) =>
  ({ built_in }: Record<string, unknown>) =>
    built_in ? why : undefined;

export const roleResource = resource(role, {
  list: { columns: ['title', 'rule_method', 'admins', 'sort', 'update_time'] },
  form: {
    tabs: {
      base: { main: ['title', 'rule_method'], side: ['columns', 'own_only', 'field_limits', 'factor', 'factor_days'] },
    },
    inputs: {
      rule_method: input('RightsInput', 400),
      columns: input('ColumnsOfRole', 60),
      field_limits: input('FieldLimitsInput', 60),
      factor: input('FactorInput', 60),
      factor_days: input('FactorDaysInput', 60),
    },
  },
  row: {
    NameAdornment: RoleMark,
    Actions: AccessActions,
  },
  record: {
    displays: { rule_method: RulesOfRole, admins: AdminsOfRole },
    lockReasons: {
      edit: ({ built_in, beyond }) =>
        built_in && !takesFactor() ? 'access.builtIn' : beyond ? 'access.roleBeyond' : undefined,
      delete: ifBuiltIn('access.builtIn'),
      ...Object.fromEntries(notOfBuiltIn.map((name) => [name, ifBuiltIn('access.builtInMark')])),
    },
  },
});

function RoleMark() {
  const translate = useTranslate();
  const record = useRecordContext();
  return record?.built_in ? <Chip size="small" label={translate('access.builtInMark')} sx={{ ml: 1 }} /> : null;
}

/** Shows the number of a role's rules. The built-in role has all rules, whatever its list. */
function RulesOfRole({ record, name }: ShowProps) {
  const translate = useTranslate();
  return <>{record.built_in ? translate('access.allRules') : (record[name] as number[] | null)?.length}</>;
}

/** Shows how many administrators have the role, as a link to them. */
function AdminsOfRole({ record, name }: ShowProps) {
  const translate = useTranslate();
  const mayList = useMay(admin.name, 'list');
  const n = record[name];
  if (!n || !mayList || !features.has('filtering')) return <>{n ?? ''}</>;
  return (
    <Link
      component={RouterLink}
      to={`${basename}${narrowedPath(admin, { groupId: record.id })}`}
      aria-label={translate('access.adminsOf', { title: record.title, smart_count: n })}
    >
      {n}
    </Link>
  );
}
