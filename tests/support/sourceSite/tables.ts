/** Versions of PbootCMS whose databases differ in what the import reads. */
export const versions = ['1.3.7', '3.0.4', '3.2.15'] as const;
export type Version = (typeof versions)[number];

type Column = string | { name: string; since: Version };
type Columns = readonly Column[];

const since = (version: Version, ...names: string[]): Column[] => names.map((name) => ({ name, since: version }));
const changes = ['create_user', 'update_user', 'create_time', 'update_time'];
/** Who may read a record. */
const readers = since('3.0.4', 'gtype', 'gid', 'gnote');

/**
 * The tables of PbootCMS's SQLite database and their columns, read off the databases that its releases bring
 * (Apache-2.0). Those of its own menus and rights, which no import reads, are left out.
 */
const tables: Record<string, Columns> = {
  ay_area: ['acode', 'pcode', 'name', 'domain', 'is_default', ...changes],
  ay_company: [
    ...['acode', 'name', 'address', 'postcode', 'contact', 'mobile', 'phone', 'fax', 'email', 'qq', 'weixin'],
    ...['blicense', 'other'],
  ],
  ay_config: ['name', 'value', 'type', 'sorting', 'description'],
  ay_content: [
    ...['acode', 'scode', 'subscode', 'title', 'titlecolor', 'subtitle', 'filename', 'author', 'source', 'outlink'],
    ...['date', 'ico', 'pics', 'content', 'tags', 'enclosure', 'keywords', 'description', 'sorting', 'status'],
    ...['istop', 'isrecommend', 'isheadline', 'visits', 'likes', 'oppose', ...changes, ...readers],
    ...since('3.2.15', 'picstitle'),
  ],
  ay_content_ext: ['contentid', 'ext_price', 'ext_type', 'ext_color'],
  ay_content_sort: [
    ...['acode', 'mcode', 'pcode', 'scode', 'name', 'listtpl', 'contenttpl', 'status', 'outlink', 'subname', 'ico'],
    ...['pic', 'title', 'keywords', 'description', 'filename', 'sorting', ...changes, ...readers],
    ...since('3.2.15', 'def1', 'def2', 'def3'),
  ],
  ay_diy_telephone: ['create_time', 'tel'],
  ay_extfield: ['mcode', 'name', 'type', 'value', 'description', 'sorting'],
  ay_form: ['fcode', 'form_name', 'table_name', ...changes],
  ay_form_field: ['fcode', 'name', 'length', 'required', 'description', 'sorting', ...changes],
  ay_label: ['name', 'value', 'type', 'description', ...changes],
  ay_link: ['acode', 'gid', 'name', 'link', 'logo', 'sorting', ...changes],
  ay_member: [
    ...since('3.0.4', 'ucode', 'username', 'usermobile', 'useremail', 'nickname', 'password', 'headpic', 'status'),
    ...since('3.0.4', 'gid', 'score', 'register_time', 'login_count'),
  ],
  ay_member_group: since('3.0.4', 'gcode', 'gname', 'description', 'status', 'lscore', 'uscore', ...changes),
  ay_message: [
    ...['acode', 'contacts', 'mobile', 'content', 'user_ip', 'user_os', 'user_bs', 'recontent', 'status', ...changes],
    ...since('3.0.4', 'uid'),
  ],
  ay_model: [
    ...['mcode', 'name', 'type', ...since('3.0.4', 'urlname'), 'listtpl', 'contenttpl', 'status', 'issystem'],
    ...changes,
  ],
  ay_role: ['rcode', 'name', 'description', ...changes],
  ay_site: [
    ...['acode', 'title', 'subtitle', 'domain', 'logo', 'keywords', 'description', 'icp', 'theme', 'statistical'],
    'copyright',
  ],
  ay_slide: ['acode', 'gid', 'pic', 'link', 'title', 'subtitle', 'sorting', ...changes],
  ay_syslog: ['level', 'event', 'user_ip', 'user_os', 'user_bs', 'create_user', 'create_time'],
  ay_tags: since('3.0.4', 'acode', 'name', 'link', ...changes),
  ay_user: ['ucode', 'username', 'realname', 'password', 'status', 'login_count', 'last_login_ip', ...changes],
};

const ids: Record<string, string> = { ay_content_ext: 'extid' };
export const idOf = (table: string) => ids[table] ?? 'id';

/** PbootCMS keeps these as numbers, all else as text. */
const numbers = new Set([
  'sorting',
  'visits',
  'likes',
  'oppose',
  'contentid',
  'length',
  'uid',
  'score',
  'ay_slide.gid',
  'ay_link.gid',
]);

/** The columns of each table that a version has, with what stands in one that is not filled. */
export function columnsOf(version: Version): Map<string, Map<string, string | number>> {
  const isThere = (column: Column) =>
    typeof column === 'string' || versions.indexOf(column.since) <= versions.indexOf(version);
  const nameOf = (column: Column) => (typeof column === 'string' ? column : column.name);
  const entries = Object.entries(tables).map(([table, columns]) => {
    const names = columns.filter(isThere).map(nameOf);
    return [
      table,
      new Map(names.map((name) => [name, numbers.has(name) || numbers.has(`${table}.${name}`) ? 0 : ''])),
    ] as const;
  });
  return new Map(entries.filter(([, columns]) => columns.size > 0));
}
