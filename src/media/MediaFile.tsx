import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { Player } from '../fields/Player.tsx';
import { Time } from '../fields/Time.tsx';
import { fileUrl } from '../services/backEnd.ts';
import { sizes } from '../theme/index.ts';
import { useCopy } from '../ui/useToast.ts';
import { sizeText } from '../utils/format.ts';
import { MediaThumb } from './MediaThumb.tsx';
import { asItIsNow, type Media } from './mediaRecord.ts';
import { ReplaceFile } from './ReplaceFile.tsx';

/** The file itself: how it looks or plays, what it is, and what may be done with it. */
export function MediaFile() {
  const translate = useTranslate();
  const record = useRecordContext<Media>();
  const { copy } = useCopy('media');
  if (!record) return null;
  const { kind, url, name, mime, size, width, height, create_time } = record;
  const now = fileUrl(asItIsNow(url, record));
  const facts = {
    kind: [translate(`resources.media.choices.kind.${kind}`), mime].filter(Boolean).join(' · '),
    size: sizeText(size),
    ...(width && height && { pixels: `${width} × ${height}` }),
    uploaded: <Time value={create_time} />,
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {kind === 'image' && (
        <Box
          component="a"
          href={now}
          target="_blank"
          rel="noreferrer"
          aria-label={translate('media.openOriginal', { name })}
          sx={{ display: 'block', borderRadius: 1, overflow: 'hidden', bgcolor: 'action.hover' }}
        >
          <Box
            component="img"
            src={now}
            alt=""
            sx={{ display: 'block', mx: 'auto', maxWidth: '100%', maxHeight: sizes.picture, objectFit: 'contain' }}
          />
        </Box>
      )}
      {(kind === 'video' || kind === 'audio') && <Player kind={kind} url={now} label={name} />}
      {kind === 'document' && (
        <Box sx={{ height: sizes.preview * 2, borderRadius: 1, overflow: 'hidden' }}>
          <MediaThumb record={record} />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" startIcon={<ContentCopy />} onClick={() => copy(url)}>
          {translate('media.copy')}
        </Button>
        <Button size="small" variant="outlined" startIcon={<Download />} href={now} download={name}>
          {translate('media.download')}
        </Button>
        <ReplaceFile record={record} />
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.5 }}>
        {Object.entries(facts).map(([key, value]) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <Typography component="dt" color="text.secondary">
              {translate(`media.fact.${key}`)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
