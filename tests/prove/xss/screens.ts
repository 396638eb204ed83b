import { entityList, hasVersions } from '../../../contract/index.ts';
import type { Stage } from '../../support/stage.ts';
import { randomOf } from '../random.ts';
import type { Looking, Wide } from './look.ts';
import type { Payload } from './payloads.ts';
import { lookAround, lookAtScenes, lookAtSite, lookAtSpoiltReplies } from './places.ts';
import { lookAtList, lookAtRecords, lookAtSingles, lookAtVersions } from './records.ts';

interface Site {
  wide: Wide;
  stage: Stage;
  payloads: readonly Payload[];
  /** The columns of the single pages with payloads. */
  columns: readonly number[];
  seed: number;
}

/** Which no call takes as the address of pages. */
export const scriptPages = 'javascript:window.__xss(70001)//{model}/{id}';

/** The lists, records and versions of every entity. */
export async function lookAtEntities(at: Looking, { wide, columns }: Site, isShort: boolean): Promise<void> {
  const some = (name: string) => (wide.get(name) ?? []).slice(0, name === 'article' && !isShort ? 3 : 1);
  for (const entity of entityList.filter(({ name }) => name !== 'single')) {
    await lookAtList(at, entity);
    // Folders have no form of their own: they stand in the library's tree, and in its dialogs, which are scenes.
    if (entity.name !== 'media_folder') await lookAtRecords(at, entity, some(entity.name));
    if (hasVersions(entity)) await lookAtVersions(at, entity, wide.get(entity.name)?.[0] ?? 0);
    at.tell(`${entity.name}: ${at.seen.screens} screens, ${at.seen.numbers.size} payloads seen`);
  }
  await lookAtSingles(at, columns);
  at.tell(`entities: ${at.seen.screens} screens`);
}

interface OtherScreens {
  /** How many texts of replies were payloads. */
  spoilt: number;
  scenes: number;
  /** Scenes that the records with payloads left no room for. */
  missed: string[];
}

/**
 * The screens beside those of the entities, and the site that visitors see.
 * @param isShort without scenes and spoilt replies
 */
export async function lookAtOthers(at: Looking, site: Site, isShort: boolean): Promise<OtherScreens> {
  const { wide, stage, payloads, seed } = site;
  await lookAround(at, wide);
  await lookAtSite(at, wide);
  at.tell(`other screens: ${at.seen.screens}`);
  if (isShort) return { spoilt: 0, scenes: 0, missed: [] };
  const { all, missed } = await lookAtScenes(at, stage);
  at.tell(`with scenes: ${at.seen.screens} screens`);
  return { spoilt: await lookAtSpoiltReplies(at, wide, payloads, randomOf(seed)), scenes: all, missed };
}
