import { Alert, Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type RaRecord, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { adminName } from '../../contract/adminName.ts';
import { lastEdit } from '../../contract/calls/console.ts';
import type { Resource } from '../declaration/resource.ts';
import { features, http } from '../services/services.ts';
import { localTime } from '../utils/format.ts';
import { ComparedFields, differingFields } from './ComparedFields.tsx';

import type { StaleBy } from './saveState.ts';
import { useDirtyFields } from './useDirtyFields.ts';
import { readStaleBy } from './useSave.ts';

interface Props {
  resource: Resource;
  record: RaRecord | undefined;
  /** Reads the record again. */
  refetch: () => Promise<{ data?: RaRecord | undefined }>;
  /** Undefined where the refusal did not tell. */
  by: StaleBy | undefined;
  /** @param version the record's, as it was read again */
  onResolved: (version: number) => void;
  /** Instead of a save. */
  onKeepMine?: ((version: number) => void) | undefined;
}

/**
 * Reads the record again: untouched fields take its values; for those that differ the user chooses. Until the user has seen what changed
 * since the form was opened, the form cannot be saved or published.
 */
export function StaleNotice({ resource, record, refetch, by, onResolved, onKeepMine }: Props) {
  const translate = useTranslate();
  const { getValues, reset } = useFormContext();
  useWatch(); // the compared values change while the user goes on typing
  const dirty = useDirtyFields();
  const [opened] = useState(record);
  // The reply itself, because `record` may still be the former one when it comes.
  const [theirs, setTheirs] = useState<RaRecord>();
  useEffect(() => {
    refetch().then(({ data }) => setTheirs(data));
  }, [refetch]);
  const { data: edit } = useQuery({
    enabled: theirs !== undefined && !by && features.offers(lastEdit),
    queryKey: ['lastEdit', resource.name, theirs?.id, theirs?.version],
    queryFn: ({ signal }) => http.call(lastEdit, { entity: resource.name, id: Number(theirs?.id) }, signal),
  });
  const staleBy = by ?? readStaleBy(edit);
  const mine = getValues();
  const differing = differingFields(resource, dirty, mine, theirs);
  const untouched = Object.keys(opened ?? {}).filter(
    (name) => !dirty.includes(name) && resource.entity.fields[name]?.computed === undefined,
  );
  const changed = differingFields(resource, untouched, opened ?? {}, theirs);
  const isTyped = differing.length > 0;
  // For example after a restored draft was discarded.
  const isResolved = theirs !== undefined && !isTyped && changed.length === 0;
  const version = Number(theirs?.version);
  const resolve = useEffectEvent(() => onResolved(version));
  useEffect(() => {
    if (isResolved) resolve();
  }, [isResolved]);
  if (!theirs || isResolved) return null;

  const key = resource.form.staleMessage ?? 'form.stale';
  const takeTheirs = () => {
    reset(theirs, { keepDirtyValues: false });
    onResolved(version);
  };
  return (
    <Alert severity="warning" sx={{ mb: 1, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {translate(staleBy ? `${key}By` : key, {
        who: staleBy && adminName(staleBy),
        when: staleBy && localTime(staleBy.time),
      })}
      {isTyped && (
        <ComparedFields
          resource={resource}
          names={differing}
          mine={mine}
          theirs={theirs}
          titles={{ mine: 'form.staleMine', theirs: 'form.staleTheirs' }}
        />
      )}
      {changed.length > 0 && (
        <ComparedFields
          resource={resource}
          names={changed}
          mine={opened ?? {}}
          theirs={theirs}
          titles={{ mine: 'form.staleOpened', theirs: 'form.staleTheirs' }}
        />
      )}
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        {!isTyped && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => onResolved(version)}>
            {translate('form.staleSeen')}
          </Button>
        )}
        {isTyped && (
          <>
            <Button
              {...(onKeepMine ? { onClick: () => onKeepMine(version) } : { type: 'submit' })}
              size="small"
              variant="outlined"
              color="inherit"
            >
              {translate('form.keepMine')}
            </Button>
            <Button size="small" color="inherit" onClick={takeTheirs}>
              {translate('form.takeTheirs')}
            </Button>
          </>
        )}
      </Box>
    </Alert>
  );
}
