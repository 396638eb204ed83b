import { Box, Typography } from '@mui/material';
import { type Identifier, type RaRecord, useRecordContext, useResourceContext, useTranslate, useUpdate } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { isRecord } from '../../contract/codecs.ts';
import { message } from '../../contract/entities/message.ts';
import type { InputProps } from '../declaration/common.ts';
import { type Param, useColumnParams } from '../fields/params/useColumnParams.ts';
import { Time } from '../fields/Time.tsx';
import { features } from '../services/services.ts';
import { labelStyle } from '../theme/index.ts';
import { useToast } from '../ui/useToast.ts';

export function MessageData({ name }: InputProps) {
  const record = useRecordContext();
  const params = useColumnParams(record?.col_id) ?? [];
  const values = { ...undeclaredFields(record), ...sentValues(name, record?.[name]) };
  const known = params.filter((param) => param.name in values);
  // A parameter may have been deleted since the message was sent.
  const names = [...known.map((param) => param.name), ...Object.keys(values)];
  const shown = [...new Set(names)].filter((each) => values[each] !== '' && values[each] !== null);
  if (shown.length === 0) return null;
  return (
    <Box component="dl" sx={{ m: 0, display: 'flex', flexDirection: 'column', gap: 'var(--gap)' }}>
      {shown.map((each) => {
        const param = known.find((one) => one.name === each);
        return (
          <div key={each}>
            <Typography component="dt" color="text.secondary" sx={labelStyle}>
              {param?.title ?? each}
            </Typography>
            <Box component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              <Value type={param?.type} value={values[each]} />
            </Box>
          </div>
        );
      })}
    </Box>
  );
}

/** The values by field name. Another back end may send a text, and PHP sends an empty list for none. */
function sentValues(name: string, sent: unknown): Record<string, unknown> {
  if (isRecord(sent)) return sent;
  const isEmpty = sent === undefined || sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0);
  return isEmpty ? {} : { [name]: sent };
}

/** Fields of another back end, which our contract does not name, as they came. */
function undeclaredFields(record: RaRecord | undefined): Record<string, unknown> {
  if (!record || features.isExtended()) return {};
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => !(name in message.fields) && name !== 'id' && !isRecord(value)),
  );
}

/** A visitor's values are shown as text: no address is loaded or linked. */
function Value({ type, value }: { type: Param['type'] | undefined; value: unknown }) {
  const translate = useTranslate();
  if (type === 'flag') return translate(value ? 'form.on' : 'form.off');
  if (type === 'time') return <Time value={String(value)} />;
  const lines = (Array.isArray(value) ? value : [value]).map((each) =>
    typeof each === 'object' && each !== null && 'url' in each ? String(each.url) : String(each),
  );
  return lines.join(type === 'choices' ? translate('list.and') : '\n');
}

/** Marks an opened message as read. */
export function MarkRead() {
  const record = useRecordContext();
  const resource = useResourceContext();
  const toast = useToast();
  const [update] = useUpdate();
  const id = record?.id;
  const mark = useEffectEvent((opened: Identifier) => {
    if (record?.is_read !== 0) return;
    const change = { id: opened, data: { is_read: 1 }, previousData: record };
    update(resource, change, { mutationMode: 'pessimistic', onError: toast.error });
  });
  // Once per opened message: it can be marked as unread again.
  useEffect(() => {
    if (id !== undefined) mark(id);
  }, [id]);
  return null;
}
