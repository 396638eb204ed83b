import Check from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/Close';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Pause from '@mui/icons-material/Pause';
import Play from '@mui/icons-material/PlayArrow';
import Replay from '@mui/icons-material/Replay';
import { Box, Button, IconButton, LinearProgress, Link, type SvgIcon, Tooltip, Typography } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'ra-core';
import { memo } from 'react';
import { media } from '../../contract/entities/media.ts';
import { listPath } from '../../contract/paths.ts';
import { basename, features } from '../services/services.ts';
import { useToast } from '../ui/useToast.ts';
import { sizeText } from '../utils/format.ts';
import type { Upload } from './queue.ts';
import { addressOf } from './remote.ts';
import type { UploadResult } from './transport.ts';
import { uploads } from './uploads.ts';

export function UploadRows({ rows }: { rows: readonly Upload[] }) {
  const translate = useTranslate();
  const toast = useToast();
  const last = rows.findLast(({ state }) => state === 'failed' || state === 'done');
  const heard =
    last &&
    translate(`upload.said.${last.state}`, {
      name: last.file.name,
      why: last.error ? toast.messageOf(last.error) : '',
    });
  return (
    <>
      {/* Rendered before it has a text, or screen readers do not announce it. */}
      <Box role="status" sx={visuallyHidden}>
        {heard}
      </Box>
      {rows.length > 0 && (
        <Box
          component="ul"
          aria-label={translate('upload.rows')}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
        >
          {rows.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </Box>
      )}
    </>
  );
}

/** Memoised, so that only rows with progress render again. */
const UploadRow = memo(({ upload }: { upload: Upload }) => {
  const translate = useTranslate();
  const toast = useToast();
  const { id, file, state, progress, control, error } = upload;
  const percent = Math.floor(progress * 100);
  const isFailed = state === 'failed';
  const from = addressOf(file);
  // The progress of pictures from other sites is unknown.
  const isMoving = state === 'sending' && progress < 1 && file.size > 0;
  const amount = `${percent}% · ${sizeText(file.size * progress) || '0 B'} / ${sizeText(file.size)}`;
  const working = translate(from ? 'upload.fetching' : 'upload.finishing');
  const how = state === 'sending' ? (isMoving ? amount : working) : translate(`upload.${state}`);
  const why = isFailed && toast.messageOf(error);
  const duplicate = upload.isDuplicate && upload.sent;
  const act = (key: 'pause' | 'resume' | 'retry' | 'cancel' | 'remove', Icon: typeof SvgIcon, run: () => void) => (
    <Tooltip title={translate(`upload.${key}`)}>
      <IconButton size="small" aria-label={`${translate(`upload.${key}`)} ${file.name}`} onClick={run}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        {state === 'done' && <Check fontSize="small" color="success" />}
        {isFailed && <ErrorOutline fontSize="small" color="error" />}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap title={from ?? file.name}>
            {file.name}
          </Typography>
          <Typography
            variant="caption"
            component="div"
            color={isFailed ? 'error' : 'text.secondary'}
            sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
          >
            {duplicate ? (
              <KnownFile {...duplicate} />
            ) : why ? (
              from ? (
                translate('upload.keptRemote', { why })
              ) : (
                why
              )
            ) : (
              how
            )}
          </Typography>
        </Box>
        {duplicate && mayCopy(duplicate) && (
          <Button size="small" onClick={() => uploads.copy(id)}>
            {translate('upload.copy')}
          </Button>
        )}
        {isFailed && act('retry', Replay, () => uploads.retry(id))}
        {state === 'sending' && control && act('pause', Pause, () => uploads.pause(id))}
        {state === 'paused' && act('resume', Play, () => uploads.resume(id))}
        {act(isFailed || state === 'done' ? 'remove' : 'cancel', Close, () => uploads.remove(id))}
      </Box>
      {!isFailed && state !== 'done' && (
        <LinearProgress
          aria-label={translate('upload.progressOf', { name: file.name })}
          variant={state === 'sending' && !isMoving ? 'indeterminate' : 'determinate'}
          value={state === 'sending' && !isMoving ? undefined : percent}
          sx={{ mt: 0.5, borderRadius: 1 }}
        />
      )}
    </Box>
  );
});

/** An object in a bucket has its address from its content: there is no second one. */
const mayCopy = ({ url }: UploadResult) => features.offers({ extension: 'mediaText' }) && url.startsWith('/');

/** Where the file with the same content lies, which is used instead. */
function KnownFile({ id, name, folder_title }: UploadResult) {
  const translate = useTranslate();
  return (
    <>
      {translate('upload.known')}{' '}
      <Link href={`${basename}${listPath(media)}/${id}`} target="_blank">
        {[folder_title, name].filter(Boolean).join(' / ')}
      </Link>
    </>
  );
}
