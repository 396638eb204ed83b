import { useResourceContext, useTranslate } from 'ra-core';
import type { ShowProps } from '../declaration/common.ts';
import { useContentState } from '../fields/contentState.ts';
import { listFields } from '../fields/listFields.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { localTime } from '../utils/format.ts';

/** What a content record is to visitors now; one that waits tells when it is published, one that is over since when. */
export function ContentStateChip(props: ShowProps) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const { status, publish_time, expire_time } = props.record;
  const state = useContentState({ status, publish_time, expire_time });
  // Another back end's status may be one that we do not know.
  if (!state) return <listFields.choice {...props} />;
  const label = translate(`resources.${resource}.choices.state.${state}`);
  const time = { scheduled: publish_time, expired: expire_time, draft: '', published: '' }[state];
  const when = time ? localTime(new Date(time)) : '';
  // Cells are narrow: the hour of today, else the day, and this year goes without saying. All of it is the title.
  const [day = '', hour = ''] = when.split(' ');
  const today = localTime(new Date()).slice(0, 10);
  const short = day === today ? hour : day.replace(`${today.slice(0, 4)}-`, '');
  return <StateChip label={state === 'scheduled' ? `${label} ${short}` : label} title={when || undefined} />;
}
