import type { RaRecord } from 'ra-core';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { linkOf } from '../layout/useMenuPlace.ts';

/** Where the content is opened that somebody visited; undefined where no screen shows it. */
export function pathOfContent({ model, content_id }: RaRecord): string | undefined {
  const content = entityList.find((each) => each.model !== undefined && each.model === model);
  return content && content_id ? `${linkOf(listPath(content))}/${content_id}` : undefined;
}
