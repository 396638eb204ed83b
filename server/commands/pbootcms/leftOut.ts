import type { Source, SourceRow } from './source.ts';

/** Tables that are read, and those that PbootCMS keeps for its own menus and rights: nothing of a site is in them. */
const withoutMention = new Set([
  ...['ay_area', 'ay_model', 'ay_content_sort', 'ay_content', 'ay_site', 'ay_company'],
  ...['ay_menu', 'ay_menu_action', 'ay_role_area', 'ay_role_level', 'ay_user_role', 'ay_type', 'ay_form_field'],
]);

/** What the rows of a table are called; a table that is not named here is listed under its own name. */
const tableNames: Record<string, string> = {
  ay_slide: 'slides',
  ay_link: 'links to partners',
  ay_message: 'messages of visitors',
  ay_extfield: 'extra fields',
  ay_content_ext: 'records with values of extra fields',
  ay_form: 'forms',
  ay_label: 'custom labels',
  ay_tags: 'tag links',
  ay_config: 'settings of the program',
  ay_member: 'members',
  ay_member_group: 'member groups',
  ay_member_field: 'member fields',
  ay_member_comment: 'comments',
  ay_user: 'administrators',
  ay_role: 'administrator roles',
  ay_syslog: 'log rows',
};

type Content = SourceRow<'ay_content'>;

/** What a content record can hold that has no place here yet. */
const contentParts: Record<string, (row: Content) => boolean> = {
  'URL names of articles': (row) => row.filename !== '',
  'second columns of articles': (row) => row.subscode !== '',
  'attached files': (row) => row.enclosure !== '',
  'title colours': (row) => row.titlecolor !== '' && row.titlecolor.toLowerCase() !== '#333333',
  'counts of likes': (row) => Number(row.likes) > 0 || Number(row.oppose) > 0,
};

/** Everything in the source that was not brought in, with how many of it. */
export function leftOut(source: Source): { what: string; n: number }[] {
  const tables = [...source.counts]
    .filter(([table]) => !withoutMention.has(table))
    .map(([table, n]) => ({ what: nameOf(table), n }));
  const templates = source.ay_content_sort.filter((row) => row.listtpl !== '' || row.contenttpl !== '').length;
  const parts = Object.entries(contentParts).map(([what, has]) => ({ what, n: source.ay_content.filter(has).length }));
  return [...tables, ...parts, { what: 'templates of columns', n: templates }].filter(({ n }) => n > 0);
}

function nameOf(table: string): string {
  return tableNames[table] ?? (table.startsWith('ay_diy_') ? `entries of the form ${table}` : `rows of ${table}`);
}
