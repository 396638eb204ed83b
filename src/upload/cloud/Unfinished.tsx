import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useSyncExternalStore } from 'react';
import type { MediaKind } from '../../../contract/uploadTypes.ts';
import { kindOf } from '../uploadKinds.ts';
import { grantOf } from './grant.ts';
import { begunEarlier } from './slots.ts';

/** Lists the cloud uploads that an earlier page did not finish. Choosing a file again continues its upload. */
export function Unfinished({ kinds }: { kinds?: readonly MediaKind[] }) {
  const translate = useTranslate();
  const all = useSyncExternalStore(begunEarlier.subscribe, begunEarlier.all);
  const { data: place } = useQuery({
    queryKey: ['cloud place'],
    // The keys are stored nowhere else.
    queryFn: async () => {
      const grant = await grantOf();
      return grant ? { bucket: grant.bucket, prefix: grant.prefix } : null;
    },
    enabled: all.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (place ? begunEarlier.of(place) : [])
    .filter(({ name }) => kinds?.includes(kindOf({ name, type: '' })) ?? true)
    .map(({ key, name }) => (
      <Alert
        key={key}
        severity="info"
        onClose={() => begunEarlier.forget(key)}
        closeText={translate('upload.cloud.forget', { name })}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {translate('upload.cloud.unfinished', { name })}
      </Alert>
    ));
}
