import { Alert, Box, Button, type Theme, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useIdentity } from '../../auth/useMay.ts';
import type { Resource } from '../../declaration/resource.ts';
import { readDraft, useFormAddress } from '../../drafts/formDrafts.ts';
import { localTime } from '../../utils/format.ts';
import { canonicalJson } from '../../utils/values.ts';
import { ComparedFields, differingFields } from '../ComparedFields.tsx';
import { DiscardButton } from '../DiscardButton.tsx';
import { useDirtyFields } from '../useDirtyFields.ts';
import { UnpublishedFields } from './UnpublishedFields.tsx';
import { type Autosave, useAutosave } from './useAutosave.ts';
import { useChosenCopy, useWorkingCopy } from './useWorkingCopy.ts';

interface Props {
  resource: Resource;
  /** 0 for a new record. */
  id: number;
}

/** Shows whether all is stored, what is not published yet, and what a reviewer has said. */
export function WorkingCopyNotices(props: Props) {
  const autosave = useAutosave();
  if (!autosave) return null;
  return (
    <>
      <AutosaveLine {...props} autosave={autosave} />
      <ClashNotice {...props} autosave={autosave} />
      <ReturnedNotice {...props} />
      {props.id === 0 && <BegunNotice {...props} autosave={autosave} />}
    </>
  );
}

/** The line has the height of the buttons, so that nothing moves when they appear during typing. */
const line = ({ spacing }: Theme) =>
  ({ display: 'flex', alignItems: 'center', columnGap: spacing(1), minHeight: spacing(4) }) as const;

const wholeTexts = { display: 'flex', flexWrap: 'wrap', columnGap: 1, minWidth: 0 };

/** A second text that has room for a few letters only wraps out of sight. Screen readers still announce it. */
const texts = ({ spacing }: Theme) =>
  ({
    ...wholeTexts,
    height: spacing(4),
    overflow: 'hidden',
    '& > .MuiTypography-root': { lineHeight: spacing(4), maxWidth: '100%' },
  }) as const;

const hourOf = (time: string) => {
  const [day, hour = ''] = localTime(new Date(time)).split(' ');
  return day === localTime(new Date()).split(' ')[0] ? hour : `${day} ${hour}`;
};

/**
 * Shows whether the typed text is stored. If the record has unpublished changes, it also offers to compare and to
 * discard them.
 */
function AutosaveLine({ resource, id, autosave }: NoticeProps) {
  const translate = useTranslate();
  const record = useRecordContext();
  const values: Record<string, unknown> = useWatch();
  const dirty = useDirtyFields();
  const { data } = useWorkingCopy(resource, id);
  const [isOpen, setOpen] = useState(false);
  const { status, time } = autosave;
  const isFailed = status === 'failed' || status === 'retrying';
  const stored = status === 'idle' ? '' : translate(`publishing.${status}`, { time: time && hourOf(time) });
  const names = id > 0 && record && status !== 'idle' ? differingFields(resource, dirty, values, record) : [];
  const changes = record && names.length > 0 && { resource, names, values, record };
  const when = data?.copy?.live_time;
  const about = [
    translate(record?.status === 1 ? 'publishing.unpublished' : 'publishing.unsaved'),
    ...(when ? [translate('publishing.goesLive', { time: localTime(new Date(when)) })] : []),
  ].join(' ');
  return (
    <>
      <Box sx={line}>
        <Box sx={isFailed ? wholeTexts : texts}>
          <Typography
            role="status"
            variant="caption"
            noWrap={!isFailed}
            title={stored}
            color={isFailed ? 'error' : 'text.secondary'}
          >
            {stored}
          </Typography>
          {changes && (
            <Typography role="status" variant="caption" noWrap title={about} sx={{ flex: '1 1 8em' }}>
              {about}
            </Typography>
          )}
        </Box>
        {changes && (
          <Box sx={{ display: 'flex', flexShrink: 0 }}>
            <Button
              color="inherit"
              size="small"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              sx={{ minWidth: 0 }}
            >
              {translate('publishing.compare')}
            </Button>
            <DiscardButton {...changes} label="publishing.discard" discard={() => autosave.discard()} />
          </Box>
        )}
      </Box>
      {changes && isOpen && (
        <Box sx={{ mb: 1 }}>
          <UnpublishedFields {...changes} />
        </Box>
      )}
    </>
  );
}

function ReturnedNotice({ resource, id }: Props) {
  const translate = useTranslate();
  const { data } = useWorkingCopy(resource, id);
  if (!data?.review) return null;
  const { review, author, review_time, reviewer, note } = data;
  const isReturned = review === 'returned';
  const submitted = author && review_time && { who: author, time: localTime(new Date(review_time)) };
  return (
    <Alert severity={isReturned ? 'warning' : 'info'} sx={{ mb: 1, whiteSpace: 'pre-wrap' }}>
      {!isReturned && (submitted ? translate('publishing.submittedAt', submitted) : translate('publishing.waits'))}
      {isReturned && translate(reviewer ? 'publishing.returnedBy' : 'publishing.notLive', { who: reviewer, note })}
    </Alert>
  );
}

/** Whether a draft has all values of a copy. A copy that was stored while the page was left has no id in the draft. */
const holds = (draft: Record<string, unknown>, copy: Record<string, unknown>) =>
  Object.entries(copy).every(([name, value]) => canonicalJson(draft[name] ?? null) === canonicalJson(value));

type NoticeProps = Props & { autosave: Autosave };

/** Shows both values of fields that were typed in two tabs, and asks which to keep. */
function ClashNotice({ resource, autosave: { tabConflicts, resolveTabConflicts } }: NoticeProps) {
  const translate = useTranslate();
  const values: Record<string, unknown> = useWatch();
  const names = Object.keys(tabConflicts);
  if (names.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 1, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {translate('publishing.clash')}
      <ComparedFields
        resource={resource}
        names={names}
        mine={values}
        theirs={{ ...values, ...tabConflicts }}
        titles={{ mine: 'publishing.here', theirs: 'publishing.elsewhere' }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button size="small" variant="outlined" color="inherit" onClick={() => resolveTabConflicts('mine')}>
          {translate('publishing.takeHere')}
        </Button>
        <Button size="small" color="inherit" onClick={() => resolveTabConflicts('theirs')}>
          {translate('publishing.takeElsewhere')}
        </Button>
      </Box>
    </Alert>
  );
}

/** Offers to continue a new record that was begun and never saved. */
function BegunNotice({ resource, id, autosave }: NoticeProps) {
  const translate = useTranslate();
  const identity = useIdentity();
  const { address } = useFormAddress();
  const { data } = useWorkingCopy(resource, id);
  const chosen = useChosenCopy();
  const [isDone, setDone] = useState(false);
  const copy = data?.copy;
  // DraftPersistence restores a draft that this browser tab has of the copy. A layout effect hides the offer before it
  // is painted.
  const adopt = useEffectEvent(() => {
    const draft = identity && readDraft(identity.id, address);
    if (!copy || !draft || !(draft.copy ? draft.copy === copy.id : holds(draft.values, copy.values))) return;
    autosave.resume({ ...copy, values: {} });
    setDone(true);
  });
  useLayoutEffect(() => {
    if (copy && identity) adopt();
  }, [copy, identity]);
  if (chosen) {
    const isGone = data && !copy && autosave.status === 'idle' && autosave.copyId() === undefined;
    return isGone ? (
      <Alert severity="info" sx={{ mb: 1 }}>
        {translate('publishing.begunGone')}
      </Alert>
    ) : null;
  }
  if (!copy || !identity || isDone || autosave.copyId() === copy.id || autosave.status !== 'idle') return null;
  const title = String(copy.values[resource.entity.label] ?? '') || translate('publishing.untitled');
  const resume = () => {
    autosave.resume(copy);
    setDone(true);
  };
  const drop = async () => {
    autosave.resume({ ...copy, values: {} });
    const putBack = await autosave.discard(copy.values);
    setDone(true);
    return putBack;
  };
  const names = Object.keys(copy.values).filter((name) => name in resource.entity.fields);
  return (
    <Alert
      severity="info"
      sx={{ mb: 1 }}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'end' }}>
          <Button color="inherit" size="small" onClick={resume}>
            {translate('publishing.resume')}
          </Button>
          <DiscardButton
            resource={resource}
            names={names}
            values={copy.values}
            record={{}}
            label="publishing.drop"
            discard={drop}
          />
        </Box>
      }
    >
      {translate('publishing.begun', { title, time: hourOf(copy.update_time) })}
    </Alert>
  );
}
