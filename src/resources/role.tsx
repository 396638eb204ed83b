import { Chip, Link } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { admin } from '../../contract/entities/admin.ts';
import { role } from '../../contract/entities/role.ts';
import { narrowedPath } from '../../contract/paths.ts';
import { useMay } from '../auth/useMay.ts';
import type { ShowProps } from '../declaration/common.ts';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { basename, features } from '../services/services.ts';

const tree = () => import('../access/RuleTreeInput.tsx').then((module) => module.RuleTreeInput);

export const roleResource = resource(role, {
  list: { columns: ['title', 'rule_method', 'admins', 'sort', 'update_time'] },
  form: { tabs: { base: { main: ['title', 'rule_method'] } }, inputs: { rule_method: lazyInput(tree, 400) } },
  row: { NameAdornment: RoleMark },
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

function AdminsOfRole({ record, name }: ShowProps) {
  const translate = useTranslate();
  const mayList = useMay(admin.name, 'list');
  const n = record[name];
  if (!n || !mayList || !features.has('filtering')) return <>{n ?? ''}</>;
  return (
    <Link
      component={RouterLink}
      to={`${basename}${narrowedPath(admin, { groupId: record.id })}`}
      aria-label={translate('access.adminsOf', { title: record.title, n })}
    >
      {n}
    </Link>
  );
}
