import type { Source, SourceRow } from './source.ts';

/** Tables that are imported, and those with PbootCMS's own menus and rights, which contain nothing of a site. */
const withoutMention = new Set([
  ...['ay_area', 'ay_model', 'ay_content_sort', 'ay_content', 'ay_site', 'ay_company'],
  ...['ay_slide', 'ay_link', 'ay_message', 'ay_extfield', 'ay_content_ext'],
  ...['ay_menu', 'ay_menu_action', 'ay_role_area', 'ay_role_level', 'ay_user_role', 'ay_type', 'ay_form_field'],
]);

/** For tables that are not imported: the name of their rows, and the reason. */
const tableNames: Record<string, [what: string, why: string]> = {
  ay_form: ['forms', 'the fields of the message form came with its column'],
  ay_label: ['custom labels', 'templates alone use them'],
  ay_tags: ['tag links', 'texts are not linked by words here'],
  ay_config: ['settings of the program', "PbootCMS's own"],
  ay_member: ['members', 'sites have no sign-in here'],
  ay_member_group: ['member groups', 'sites have no sign-in here'],
  ay_member_field: ['member fields', 'sites have no sign-in here'],
  ay_member_comment: ['comments', 'sites have no comments here'],
  ay_user: ['administrators', 'their passwords are kept in another way'],
  ay_role: ['administrator roles', 'their rules are of another program'],
  ay_syslog: ['log rows', 'they tell of another program'],
};

type Content = SourceRow<'ay_content'>;

const noPlace = 'there is no place for them here';

const contentParts: Record<string, (row: Content) => boolean> = {
  'URL names of articles': (row) => row.filename !== '',
  'second columns of articles': (row) => row.subscode !== '',
  'attached files': (row) => row.enclosure !== '',
  'title colours': (row) => row.titlecolor !== '' && row.titlecolor.toLowerCase() !== '#333333',
  'counts of likes': (row) => Number(row.likes) > 0 || Number(row.oppose) > 0,
};

export function leftOut(source: Source): { what: string; n: number; why: string }[] {
  const tables = [...source.counts]
    .filter(([table]) => !withoutMention.has(table))
    .map(([table, n]) => ({ ...nameOf(table), n }));
  const templates = source.ay_content_sort.filter((row) => row.listtpl !== '' || row.contenttpl !== '').length;
  const parts = Object.entries(contentParts).map(([what, has]) => ({
    what,
    why: noPlace,
    n: source.ay_content.filter(has).length,
  }));
  return [
    ...tables,
    ...parts,
    { what: 'templates of columns', n: templates, why: 'they are of another program' },
  ].filter(({ n }) => n > 0);
}

function nameOf(table: string): { what: string; why: string } {
  const [what, why] = tableNames[table] ?? [];
  if (what && why) return { what, why };
  if (table.startsWith('ay_diy_'))
    return { what: `entries of the form ${table}`, why: 'only the message form is known' };
  return { what: `rows of ${table}`, why: 'this table is not known' };
}
