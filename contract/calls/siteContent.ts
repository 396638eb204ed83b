import { article } from '../entities/article.ts';
import { atlas } from '../entities/atlas.ts';
import { down } from '../entities/down.ts';
import { product } from '../entities/product.ts';
import { recruitment } from '../entities/recruitment.ts';
import { single } from '../entities/single.ts';
import { video } from '../entities/video.ts';
import { systemFields } from '../entity.ts';
import { type Fields, int, publicFields } from '../fields.ts';

export const siteEntities = [article, product, atlas, video, down, recruitment, single] as const;
export const siteModels = siteEntities.map(({ name }) => name) as (typeof siteEntities)[number]['name'][];

export function siteContentFields(
  { heavy }: { heavy: boolean },
  entities: readonly { fields: Fields }[] = siteEntities,
): Fields {
  const { create_time, update_time } = systemFields;
  const shown = entities.flatMap(({ fields }) => Object.entries(publicFields(fields, { heavy })));
  return { id: int({ required: true }), ...Object.fromEntries(shown), create_time, update_time };
}
