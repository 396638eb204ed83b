import { article } from '../entities/article.ts';
import { atlas } from '../entities/atlas.ts';
import { down } from '../entities/down.ts';
import { product } from '../entities/product.ts';
import { recruitment } from '../entities/recruitment.ts';
import { single } from '../entities/single.ts';
import { video } from '../entities/video.ts';
import { type Fields, int } from '../fields.ts';

/** The entities whose records anyone may read; what visitors have sent is not among them. */
export const siteEntities = [article, product, atlas, video, down, recruitment, single] as const;
export const siteModels = siteEntities.map(({ name }) => name) as (typeof siteEntities)[number]['name'][];

/** What is the console's own business. */
const hidden = ['sort', 'version', 'status', 'admin_id'];

/** What anyone may read of a record of these entities, of all of them where none is named. */
export function siteContentFields(
  { heavy }: { heavy: boolean },
  entities: readonly { fields: Fields }[] = siteEntities,
): Fields {
  const all = entities.flatMap(({ fields }) => Object.entries(fields));
  const shown = all.filter(([name, field]) => !hidden.includes(name) && (heavy || !field.heavy));
  return { id: int({ required: true }), ...Object.fromEntries(shown) };
}
