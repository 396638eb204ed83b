import { randomPassword } from './randomPassword.ts';

type Data = <T>(path: string, params?: Record<string, unknown>) => Promise<T>;

interface Rule {
  id: number;
  path: string;
  sunList: Rule[];
}

/** Roles of a small editorial office, and administrators who have them. @returns one of each */
export async function furnishAccess(data: Data): Promise<{ role: number; admin: number }> {
  const make = async (path: string, params: Record<string, unknown>) => (await data<{ id: number }>(path, params)).id;
  const rules = (await data<Rule[]>('base.admin/getRuleList')).flatMap((rule) => [rule, ...rule.sunList]);
  const role = (title: string, ...patterns: RegExp[]) =>
    make('base.admin/create_role', {
      title,
      ...(title === '内容编辑' && { own_only: 1, field_limits: { article: { source: 'hidden', tags: 'read' } } }),
      rule_method: rules.filter(({ path }) => patterns.some((pattern) => pattern.test(path))).map(({ id }) => id),
    });
  const editor = await role(
    '内容编辑',
    /base.base.getColumnList|editColumn/,
    /base.content.(add|edit)(Article|Atlas)/,
    /xieyi/,
  );
  const shop = await role('商城运营', /Product$/, /Category|Size/, /ad(Group|$)/i);
  const service = await role('客服', /base.User.list/, /Form$/);
  const admin = (username: string, nickname: string, groupId: number, more: Record<string, unknown> = {}) =>
    make('base.admin/addAdmin', { username, nickname, groupId, password: randomPassword(), ...more });
  await admin('zhoumin', '周敏', shop, { mobile: '13700003333' });
  await admin('service02', '客服二组', service, { status: 0 });
  const lin = await admin('linyue', '林悦', editor, { mobile: '13600004444', email: 'linyue@example.com' });
  return { role: editor, admin: lin };
}
