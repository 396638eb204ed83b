import Visibility from '@mui/icons-material/VisibilityOutlined';
import { Alert, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { endView } from '../../contract/calls/session.ts';
import { homePath, http } from '../services/services.ts';
import { useAsyncAction } from '../ui/useToast.ts';

/** Over every page and panel while the session looks at the console of somebody else. */
export function ViewingBar({ name }: { name: string }) {
  const translate = useTranslate();
  const { isBusy, run } = useAsyncAction();
  const end = () =>
    run(async () => {
      await http.call(endView);
      window.location.assign(homePath);
    });
  return (
    <Alert
      severity="warning"
      icon={<Visibility />}
      role="status"
      action={
        <Button color="inherit" disabled={isBusy} onClick={end} sx={{ whiteSpace: 'nowrap' }}>
          {translate('roleForm.endView')}
        </Button>
      }
      sx={{
        position: 'fixed',
        // Within the header where it has room; else above the buttons of a form.
        top: { xs: 'auto', lg: 4 },
        bottom: { xs: 120, lg: 'auto' },
        py: 0,
        left: '50%',
        transform: 'translateX(-50%)',
        width: 'max-content',
        maxWidth: 'calc(100vw - 32px)',
        zIndex: 'snackbar',
        boxShadow: 6,
        border: 1,
        borderColor: 'warning.main',
        alignItems: 'center',
      }}
    >
      {translate('roleForm.viewing', { name })}
    </Alert>
  );
}
