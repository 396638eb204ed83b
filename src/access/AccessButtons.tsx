import { useRecordContext } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { AskButton } from './rightsButtons.tsx';
import { ViewAsButton } from './ViewAsButton.tsx';

export function AccessButtons({ resource }: { resource: Resource }) {
  const record = useRecordContext();
  return (
    <>
      {record && <AskButton resource={resource} record={record} />}
      <ViewAsButton resource={resource} />
    </>
  );
}
