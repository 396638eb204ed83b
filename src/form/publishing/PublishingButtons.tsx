import ExpandMore from '@mui/icons-material/ExpandMore';
import { Button, IconButton, ListItemText, Menu, MenuItem, Tooltip } from '@mui/material';
import { useRecordContext, useRefresh, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  publish,
  scheduleWorkingCopy,
  submitForReview,
  withdrawFromReview,
} from '../../../contract/calls/publishing.ts';
import { toIsoSeconds } from '../../../contract/kinds.ts';
import { serverNow } from '../../../dataProvider/transport/connection.ts';
import { useMay, useMayCall } from '../../auth/useMay.ts';
import type { DeleteDialogProps, Resource } from '../../declaration/resource.ts';
import { DeleteDialog } from '../../delete/DeleteDialog.tsx';
import { useContentState } from '../../fields/contentState.ts';
import { linkUrl } from '../../services/backEnd.ts';
import { useProvider } from '../../services/queryClient.ts';
import { http } from '../../services/services.ts';
import { useAsyncAction, useToast } from '../../ui/useToast.ts';
import type { SaveOptions } from '../useSave.ts';
import { PreviewButton } from './PreviewButton.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { useAutosave } from './useAutosave.ts';
import { type PublishOrAsk, usePublishQuestion } from './usePublishQuestion.tsx';
import { useRereadCopy, useWorkingCopy } from './useWorkingCopy.ts';

interface Props {
  resource: Resource;
  /** Saves the record itself with the typed values. */
  submit: (options?: SaveOptions) => void;
  label: (key: string) => string;
  disabled: boolean;
  onClose: () => void;
}

/**
 * A save of a published record goes to its working copy, and publishing shows it to visitors. Whoever may not publish
 * submits for review.
 */
export function PublishingButtons(props: Props) {
  const { submit, label, disabled } = props;
  const publishing = usePublishing(props);
  const { keep, askReview, isLive, mayPublish, isInReview, isLater, isExpired } = publishing;
  const { publishOrAsk, question } = usePublishQuestion(props.resource.name);
  const { isBusy: isChecking, run } = useAsyncAction();
  const primary = !mayPublish
    ? { label: 'submit', act: askReview }
    : isExpired
      ? { label: 'putBack', act: () => run(() => publishOrAsk(() => submit(putBackOptions), putBackOptions.values)) }
      : {
          label: isLive ? 'update' : isLater ? 'schedule' : 'publish',
          act: () => run(() => publishOrAsk(() => submit(publishOptions(isLive)))),
        };
  return (
    <>
      <Button
        data-save
        variant="outlined"
        disabled={disabled}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={() => (isLive ? keep() : submit())}
      >
        {label('form.save')}
      </Button>
      {(mayPublish || !isInReview) && (
        <Button variant="contained" disabled={disabled || isChecking} onClick={primary.act}>
          {label(`publishing.${primary.label}`)}
        </Button>
      )}
      {mayPublish && publishing.found?.review === 'submitted' && (
        <ReturnButton disabled={disabled} publishing={publishing} />
      )}
      <MoreActions {...props} publishing={publishing} publishOrAsk={publishOrAsk} />
      <PreviewButton resource={props.resource} />
      {question}
    </>
  );
}

const putBackOptions: SaveOptions = { values: { expire_time: null }, toast: 'publishing.published' };
const publishOptions = (isLive: boolean): SaveOptions => ({
  ...(!isLive && { values: { status: 1 } }),
  toast: 'publishing.published',
});

function usePublishing({ resource, submit }: Pick<Props, 'resource' | 'submit'>) {
  const record = useRecordContext();
  const autosave = useAutosave();
  const toast = useToast();
  const { run } = useAsyncAction();
  const mayPublish = useMayCall()(publish, { entity: resource.name });
  const publish_time = useWatch({ name: 'publish_time' });
  const id = Number(record?.id ?? 0);
  const isLive = record?.status === 1;
  const about = { entity: resource.name, id };
  const reread = useRereadCopy(resource, id);
  const { data: found } = useWorkingCopy(resource, id);
  const state = useContentState((record ?? {}) as Parameters<typeof useContentState>[0]);
  const status = Number(record?.status ?? 0);
  const keep = async () => {
    const isKept = (await autosave?.flush()) ?? false;
    if (isKept) toast.success('publishing.kept');
    else toast.error(new Error('publishing.failed'));
    return isKept;
  };
  const askReview = () =>
    isLive
      ? run(async () => {
          if (!(await autosave?.flush())) return toast.error(new Error('publishing.failed'));
          await http.call(submitForReview, about);
          toast.success('publishing.submitted');
          await reread();
        })
      : submit({ values: { status: 2 }, toast: 'publishing.submitted' });
  return {
    record,
    autosave,
    about,
    isLive,
    mayPublish,
    keep,
    askReview,
    reread,
    run,
    toast,
    found,
    state,
    isInReview: status === 2 || found?.review === 'submitted',
    isExpired: state === 'expired',
    isLater: Date.parse(publish_time ?? '') > serverNow(),
  };
}

function ReturnButton({ disabled, publishing }: Pick<MoreProps, 'disabled' | 'publishing'>) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { about, reread } = publishing;
  const [isOpen, setOpen] = useState(false);
  const handleReturned = () => {
    refresh();
    return reread();
  };
  return (
    <>
      <Button variant="outlined" disabled={disabled} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {translate('publishing.return')}
      </Button>
      {isOpen && <ReturnDialog about={about} onClose={() => setOpen(false)} onReturned={handleReturned} />}
    </>
  );
}

interface MoreProps extends Props {
  publishing: ReturnType<typeof usePublishing>;
  publishOrAsk: PublishOrAsk;
}

function MoreActions({ resource, submit, disabled, onClose, publishing, publishOrAsk }: MoreProps) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const provider = useProvider();
  const { record, autosave, about, isLive, mayPublish, keep, askReview, reread, run, toast } = publishing;
  const { found, state, isInReview, isExpired } = publishing;
  const mayDelete = useMay(resource.name, 'delete') && resource.entity.calls.delete !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'menu' | 'schedule' | 'delete'>();
  const close = () => setOpen(undefined);
  const liveTime = found?.copy?.live_time ?? undefined;

  /** Changes the record alone. Typed values stay in the form. */
  const change = (data: Record<string, unknown>, message: string) =>
    run(async () => {
      await provider.update(resource.name, { id: about.id, data, previousData: record as never });
      toast.success(message);
      await reread();
      refresh();
    });
  const withdraw = () =>
    run(async () => {
      await http.call(withdrawFromReview, about);
      toast.success('publishing.withdrawn');
      await reread();
      refresh();
    });
  const schedule = async (live_time: string | null) => {
    if (live_time && !(await autosave?.flush())) throw new Error('publishing.failed');
    await http.call(scheduleWorkingCopy, { ...about, live_time });
    toast.success(live_time ? 'publishing.scheduled' : 'publishing.unscheduled');
    await reread();
  };
  const scheduleAt = async (time: string) => {
    if (isLive) await schedule(time);
    else submit({ values: { status: 1, publish_time: time }, toast: 'publishing.scheduled' });
    close();
  };

  /** Stores the typed values in the working copy, which goes to the recycle bin with the record. */
  const deleteIt = () => {
    autosave?.flush();
    setOpen('delete');
  };
  const actions: [isShown: boolean, key: string, act: () => unknown][] = [
    [true, 'saveAndClose', () => (isLive ? keep().then((isKept) => isKept && onClose()) : submit({ isClosing: true }))],
    [mayPublish && !isInReview, 'submit', askReview],
    [isInReview && !mayPublish, 'withdraw', withdraw],
    [mayPublish, 'schedule', () => setOpen('schedule')],
    [mayPublish && liveTime !== undefined, 'unschedule', () => run(() => schedule(null))],
    [mayPublish && state === 'scheduled', 'toDraft', () => change({ status: 0 }, 'publishing.drafted')],
    [
      mayPublish && state === 'published',
      'takeDown',
      () => change({ expire_time: toIsoSeconds(new Date(serverNow())) }, 'publishing.takenDown'),
    ],
    [mayPublish && isExpired, 'update', () => run(() => publishOrAsk(() => submit(publishOptions(isLive))))],
    [mayDelete && record !== undefined, 'recycle', deleteIt],
  ];
  const livePage = linkUrl(found?.live_url ?? '');
  return (
    <>
      <Tooltip title={translate('publishing.more')}>
        <span>
          <IconButton
            ref={button}
            size="small"
            disabled={disabled}
            aria-label={translate('publishing.more')}
            aria-haspopup="menu"
            aria-expanded={open === 'menu'}
            onClick={() => setOpen('menu')}
          >
            <ExpandMore />
          </IconButton>
        </span>
      </Tooltip>
      <Menu open={open === 'menu'} anchorEl={button.current} onClose={close}>
        {livePage && (
          <MenuItem component="a" href={livePage} target="_blank" rel="noreferrer" onClick={close}>
            <ListItemText>{translate('publishing.viewLive')}</ListItemText>
          </MenuItem>
        )}
        {actions
          .filter(([isShown]) => isShown)
          .map(([, key, act]) => (
            <MenuItem
              key={key}
              onClick={() => {
                close();
                act();
              }}
            >
              <ListItemText>{translate(`publishing.${key}`)}</ListItemText>
            </MenuItem>
          ))}
      </Menu>
      {open === 'schedule' && (
        <ScheduleDialog time={liveTime} onClose={close} onChosen={(time) => publishOrAsk(() => scheduleAt(time))} />
      )}
      {open === 'delete' && (
        <DeleteDialog
          resource={resource}
          record={record as DeleteDialogProps['record']}
          onClose={close}
          onDeleted={onClose}
        />
      )}
    </>
  );
}
