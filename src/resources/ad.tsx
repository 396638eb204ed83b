import { useTranslate } from 'ra-core';
import { ad } from '../../contract/entities/ad.ts';
import { groupsBy, scopeFilterBy } from '../content/groupsBy.tsx';
import type { ShowProps } from '../declaration/common.ts';
import { resource } from '../declaration/resource.ts';
import { useServerNow } from '../fields/contentState.ts';
import { StateChip } from '../ui/StateChip.tsx';

export const adResource = resource(ad, {
  list: {
    columns: ['title', 'org_img', 'live', 'group_id', 'start_time', 'end_time', 'clicks', 'status', 'sort'],
    filters: ['status'],
    Aside: groupsBy('group_id'),
    useScopeFilter: scopeFilterBy('group_id'),
  },
  form: {
    tabs: {
      base: {
        main: ['title', 'subtitle', 'group_id', 'url', 'intro'],
        side: ['org_img', 'mobile_img', 'start_time', 'end_time', 'status', 'target', 'sort'],
      },
    },
  },
  record: { displays: { live: AdState } },
});

export function AdState({ record }: ShowProps) {
  const translate = useTranslate();
  const now = useServerNow([record.start_time, record.end_time]);
  return <StateChip label={translate(`ad.${stateOf(record, now)}`)} />;
}

function stateOf({ live, status, start_time, end_time }: ShowProps['record'], now: number) {
  const isOver = end_time && Date.parse(end_time) <= now;
  if (live && !isOver) return 'live';
  // The back end may not send the status.
  if (status !== undefined && !status) return 'off';
  if (start_time && Date.parse(start_time) > now) return 'waiting';
  // The back end may not send `live`: the times decide.
  return isOver ? 'over' : 'live';
}
