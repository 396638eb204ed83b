import { ad } from '../../../contract/entities/ad.ts';
import { adGroup } from '../../../contract/entities/adGroup.ts';
import { nav } from '../../../contract/entities/nav.ts';
import { navGroup } from '../../../contract/entities/navGroup.ts';
import { originOf, timesOf } from './columns.ts';
import type { Images } from './images.ts';
import type { OriginEntity } from './origins.ts';
import type { PreparedRecord } from './records.ts';
import type { Source } from './source.ts';
import { fitToContract, sortOf } from './values.ts';

/** Slides become advertisements, partner links become menu entries, and their groups become groups. */
export function prepareGroups(source: Source, images: Images, say: (note: string) => void): PreparedRecord[] {
  const slides = source.ay_slide.filter(({ id, pic }) => {
    if (pic === '') say(`Slide ${id} has no picture, so it was not brought in.`);
    return pic !== '';
  });
  return [
    ...groups(slides, adGroup, (gid) => ({ title: `轮播图 ${gid}`, ident: `slide-${gid}` })),
    ...groups(source.ay_link, navGroup, (gid) => ({ title: `友情链接 ${gid}`, ident: `links-${gid}` })),
    ...slides.map((row) => {
      const label = `Slide "${row.title || row.id}"`;
      const draft = {
        title: row.title || `轮播图 ${row.id}`,
        subtitle: row.subtitle,
        url: row.link,
        target: 1,
        status: 1,
        org_img: images.take(row.pic, label),
        sort: sortOf(row.sorting),
        clicks: 0,
      };
      return { ...preparedRow(row, ad, label, say, draft), refs: refsTo('ad_group', row.gid) };
    }),
    ...source.ay_link.map((row) => {
      const label = `Link "${row.name}"`;
      const draft = {
        title: row.name || row.link,
        url: row.link,
        org_img: images.take(row.logo, label),
        target: 1,
        status: 1,
        sort: sortOf(row.sorting),
      };
      return { ...preparedRow(row, nav, label, say, draft), refs: refsTo('nav_group', row.gid) };
    }),
  ];
}

const refsTo = (entity: OriginEntity, origin: string) => ({ group_id: { entity, origin } });

function groups(
  rows: { gid: string }[],
  entity: PreparedRecord['entity'],
  draftOf: (gid: string) => Record<string, unknown>,
): PreparedRecord[] {
  return [...new Set(rows.map(({ gid }) => gid))].map((gid) => ({
    entity,
    origin: gid,
    label: `Group ${gid}`,
    refs: {},
    draft: draftOf(gid),
    create_time: '',
    update_time: '',
  }));
}

const preparedRow = (
  row: { id: string; create_time: string; update_time: string },
  entity: PreparedRecord['entity'],
  label: string,
  say: (note: string) => void,
  draft: Record<string, unknown>,
) => ({ entity, label, origin: originOf(row), draft: fitToContract(entity, draft, label, say), ...timesOf(row) });
