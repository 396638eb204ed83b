import { role } from '../../contract/entities/role.ts';
import { AdminsOfRole } from '../access/AdminsOfRole.tsx';
import { RoleMark } from '../access/RoleMark.tsx';
import { RulesOfRole } from '../access/RulesOfRole.tsx';
import { fetched } from '../fields/fetched.tsx';
import { resource } from '../resource.ts';

const tree = () => import('../access/RuleTreeInput.tsx').then((module) => module.RuleTreeInput);

export const roleResource = resource(role, {
  list: ['title', 'rule_method', 'admins', 'sort', 'update_time'],
  form: { base: { main: ['title', 'rule_method'] } },
  inputs: { rule_method: fetched(tree, 400) },
  shows: { rule_method: RulesOfRole, admins: AdminsOfRole },
  Mark: RoleMark,
  kept: {
    edit: ({ built_in, beyond }) => (built_in ? 'access.builtIn' : beyond ? 'access.roleBeyond' : undefined),
  },
});
