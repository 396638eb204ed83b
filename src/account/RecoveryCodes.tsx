import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/Download';
import { Alert, Box, Button, DialogActions, DialogContent } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useCopy } from '../ui/useToast.ts';
import { downloadFile } from '../utils/files.ts';

interface RecoveryCodesProps {
  codes: string[];
  username: string;
  onNext: () => void;
}

/** Shown once, with ways to keep them. */
export function RecoveryCodes({ codes, username, onNext }: RecoveryCodesProps) {
  const translate = useTranslate();
  const { copy, canCopy } = useCopy('totp');
  const text = `${codes.join('\n')}\n`;
  const download = () => {
    const head = translate('totp.fileHead', { name: username, host: location.host });
    downloadFile(new Blob([`${head}\n\n${text}`], { type: 'text/plain' }), `recovery-codes-${username}.txt`);
  };
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">{translate('totp.once')}</Alert>
        <Box
          component="ul"
          aria-label={translate('totp.recovery')}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
            gap: 1,
            m: 0,
            p: 2,
            listStyle: 'none',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            fontFamily: 'monospace',
            textAlign: 'center',
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Box sx={{ display: 'flex', gap: 1 }}>
          {canCopy && (
            <Button startIcon={<ContentCopy />} onClick={() => copy(text)}>
              {translate('totp.copy')}
            </Button>
          )}
          <Button startIcon={<Download />} onClick={download}>
            {translate('totp.download')}
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onNext}>
          {translate('totp.kept')}
        </Button>
      </DialogActions>
    </>
  );
}
