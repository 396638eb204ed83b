import { useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import type { InputProps } from '../declaration/common.ts';
import { useContentState } from '../fields/contentState.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { localTime } from '../utils/format.ts';

/** Whether a content record is published, and below it what its times make of that: published alone would say too much. */
export function StatusInput(props: InputProps) {
  const translate = useTranslate();
  const [status, publish_time, expire_time] = useWatch({ name: ['status', 'publish_time', 'expire_time'] });
  const state = useContentState({ status, publish_time, expire_time });
  const time = { scheduled: publish_time, expired: expire_time, draft: '', published: '' }[state ?? 'draft'];
  const hint = time ? { hint: translate(`form.${state}`, { time: localTime(new Date(time)) }) } : {};
  return <InputOf {...props} {...hint} />;
}
