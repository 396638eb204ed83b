import type { RaRecord } from 'ra-core';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { linkOf } from '../layout/useMenuPlace.ts';
import { useMayOpen } from '../screens/useMayOpen.ts';

/** Where the content is opened that somebody visited; undefined where no screen shows it to one. */
export function usePathOfContent({ model, content_id }: RaRecord): string | undefined {
  const content = entityList.find((each) => each.model !== undefined && each.model === model);
  const mayOpen = useMayOpen(content?.name ?? '');
  return content && content_id && mayOpen ? `${linkOf(listPath(content))}/${content_id}` : undefined;
}
