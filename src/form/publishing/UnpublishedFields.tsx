import type { RaRecord } from 'ra-core';
import type { Resource } from '../../declaration/resource.ts';
import { ComparedFields } from '../ComparedFields.tsx';

interface Props {
  resource: Resource;
  names: string[];
  values: Record<string, unknown>;
  record: RaRecord;
}

/** Compares the changes of a working copy with the record as it is. */
export function UnpublishedFields({ values, record, ...props }: Props) {
  const theirs = record.status === 1 ? 'publishing.live' : 'publishing.before';
  return <ComparedFields {...props} mine={values} theirs={record} titles={{ mine: 'publishing.changed', theirs }} />;
}
