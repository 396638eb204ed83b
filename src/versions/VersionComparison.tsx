import { Box, Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useGetOne, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Field } from '../../contract/fields.ts';
import { supportedFields } from '../declaration/knownFields.ts';
import { fieldsOf, type Resource } from '../declaration/resource.ts';
import { type LockReason, useLockReason } from '../declaration/resourceContext.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useColumnParams } from '../fields/params/useColumnParams.ts';
import { differingFields } from '../form/ComparedFields.tsx';
import type { FormHandle } from '../form/formHandle.tsx';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useToast } from '../ui/useToast.ts';
import { useVersionValues } from './useVersions.ts';
import { VersionDifference } from './VersionDifference.tsx';

type Values = Record<string, unknown>;

interface Props {
  resource: Resource;
  id: number;
  form: FormHandle;
  before: number;
  /** The later version; 0 for the current values of the form. */
  after: number;
  onTaken: () => void;
}

/** Compares two versions field by field. The ticked fields of the earlier one are put into the form. */
export function VersionComparison({ resource, id, form, before, after, onTaken }: Props) {
  const translate = useTranslate();
  // The record comes from the cache, because the form loads it.
  const { data: record } = useGetOne(resource.name, { id }, { enabled: false });
  const earlier = useVersionValues(resource, id, before);
  const later = useVersionValues(resource, id, after);
  const error = earlier.error ?? later.error;
  const retry = () => Promise.all([earlier.refetch(), ...(after > 0 ? [later.refetch()] : [])]);
  if (error) return <Failed level={3} error={error} onRetry={retry} />;
  const others: Values | undefined = after > 0 ? later.data?.values : (form.current?.getValues() ?? record);
  if (!earlier.data || !others) return <SkeletonRows rows={6} height={sizes.row} />;
  const now = translate(form.current ? 'versions.now' : 'versions.record');
  const titles = {
    before: translate('versions.number', { n: before }),
    after: after > 0 ? translate('versions.number', { n: after }) : now,
  };
  const described = [
    { title: titles.before, words: earlier.data.words },
    { title: titles.after, words: later.data?.words ?? '' },
  ].filter(({ words }) => words !== '');
  return (
    <Difference
      resource={resource}
      id={id}
      form={form}
      record={record}
      titles={titles}
      described={described}
      onTaken={onTaken}
      n={before}
      before={earlier.data.values}
      after={others}
    />
  );
}

/** Keeps the line breaks of the typed text. */
const wordsStyle = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

interface DifferenceProps extends Pick<Props, 'resource' | 'id' | 'form' | 'onTaken'> {
  n: number;
  record: Values | undefined;
  before: Values;
  after: Values;
  titles: { before: string; after: string };
  described: { title: string; words: string }[];
}

function Difference({ resource, id, form, n, record, before, after, titles, described, onTaken }: DifferenceProps) {
  const translate = useTranslate();
  const toast = useToast();
  const label = useFieldLabel(resource.name, resource.form.labels);
  const lockReason = useLockReason();
  const { fields, calls } = resource.entity;
  const params = useColumnParams(fields.params && Number(before.col_id ?? 0), calls.create ? 0 : id);
  const both = Object.keys(before).filter((name) => name in after);
  const names = differingFields(resource, supportedFields(resource, both), before, after);
  const writable = form.current ? writableFields(resource, record, lockReason) : [];
  const [left, setLeft] = useState<string[]>([]); // fields that are not put back
  const taken = names.filter((name) => writable.includes(name) && !left.includes(name));
  const toggle = (name: string) =>
    setLeft(left.includes(name) ? left.filter((each) => each !== name) : [...left, name]);
  const take = () => {
    for (const name of taken) form.current?.setValue(name, before[name], { shouldDirty: true, shouldTouch: true });
    toast.success('versions.taken');
    onTaken();
  };
  return (
    <>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 3, pb: 2 }}>
        <Typography variant="subtitle1" component="h3" sx={{ mb: 1, fontWeight: 600 }}>
          {translate('versions.between', titles)}
        </Typography>
        {described.map(({ title, words }) => (
          <Typography key={title} variant="body2" color="text.secondary" sx={{ mb: 1, ...wordsStyle }}>
            {title}: “{words}”
          </Typography>
        ))}
        {names.length === 0 && <Typography color="text.secondary">{translate('versions.same')}</Typography>}
        {names.map((name) => (
          <Box key={name} component="section" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
            <Typography variant="subtitle2" component="h4" sx={{ mb: 0.5 }}>
              {writable.includes(name) ? (
                <FormControlLabel
                  label={label(name)}
                  control={
                    <Checkbox
                      size="small"
                      checked={!left.includes(name)}
                      onChange={() => toggle(name)}
                      slotProps={{ input: { 'aria-label': translate('versions.takeField', { name: label(name) }) } }}
                    />
                  }
                />
              ) : (
                label(name)
              )}
            </Typography>
            <VersionDifference
              name={name}
              before={before}
              after={after}
              titles={titles}
              params={params}
              field={fields[name] as Field}
            />
          </Box>
        ))}
      </Box>
      {names.some((name) => writable.includes(name)) && (
        <Box
          sx={{
            px: 3,
            py: 1.5,
            borderTop: 1,
            borderColor: 'divider',
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
          }}
        >
          <Typography variant="body2" color="text.secondary" sx={{ flex: 1, minWidth: 200 }}>
            {translate('versions.takeHint', { n })}
          </Typography>
          <Button variant="contained" disabled={taken.length === 0} onClick={take}>
            {translate('versions.take')}
          </Button>
        </Box>
      )}
    </>
  );
}

/** The fields that the form writes. The state of a content is not among them, because buttons change it. */
function writableFields(resource: Resource, record: Values | undefined, lockReason: LockReason): string[] {
  const { fields, calls } = resource.entity;
  const inForm = Object.values(resource.form.tabs).flatMap(fieldsOf);
  return inForm.filter(
    (name) => name in (calls.update?.params ?? {}) && !(fields.state && name === 'status') && !lockReason(name, record),
  );
}
