import { entityList, hasVersions } from '../../../contract/index.ts';
import type { Stage } from '../../support/stage.ts';
import { randomOf } from '../random.ts';
import type { Looking, Wide } from './look.ts';
import type { Payload } from './payloads.ts';
import { lookAround, lookAtScenes, lookAtSite, lookAtSpoiltReplies } from './places.ts';
import { lookAtList, lookAtRecords, lookAtSingles, lookAtVersions } from './records.ts';

interface Site {
  wide: Wide;
  stage: Stage | undefined;
  payloads: readonly Payload[];
  /** The columns of the single pages with payloads. */
  columns: readonly number[];
  seed: number;
}

/** Which no call takes as the address of pages. */
export const scriptPages = 'javascript:window.__xss(70001)//{model}/{id}';

/**
 * Every screen, from the lists to the site that visitors see.
 * @param isShort without spoilt replies and scenes
 * @returns how many texts of replies were payloads
 */
export async function lookAtAll(at: Looking, site: Site, isShort: boolean): Promise<number> {
  const { wide, stage, payloads, columns, seed } = site;
  const some = (name: string) => (wide.get(name) ?? []).slice(0, name === 'article' && !isShort ? 3 : 1);
  for (const entity of entityList.filter(({ name }) => name !== 'single')) {
    await lookAtList(at, entity);
    await lookAtRecords(at, entity, some(entity.name));
    if (hasVersions(entity)) await lookAtVersions(at, entity, wide.get(entity.name)?.[0] ?? 0);
    at.tell(`${entity.name}: ${at.seen.screens} screens, ${at.seen.numbers.size} payloads seen`);
  }
  await lookAtSingles(at, columns);
  await lookAround(at, wide);
  await lookAtSite(at, wide);
  at.tell(`all but spoilt replies and scenes: ${at.seen.screens} screens`);
  if (isShort) return 0;
  const spoilt = await lookAtSpoiltReplies(at, wide, payloads, randomOf(seed));
  if (stage) await lookAtScenes(at, stage);
  return spoilt;
}
