import Close from '@mui/icons-material/Close';
import { Box, Button, Dialog, DialogActions, DialogTitle, IconButton, Typography } from '@mui/material';
import { DataProviderContext, ListBase, ResourceContextProvider, useTranslate } from 'ra-core';
import { Suspense, useState } from 'react';
import { media } from '../../contract/entities/media.ts';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import { LatestFiltersProvider } from '../list/LatestFiltersProvider.tsx';
import { quiet } from '../services/queryClient.ts';
import { dataProvider } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useIsBelow } from '../ui/responsive.ts';
import type { UploadResult } from '../upload/transport.ts';
import { MediaFolders } from './MediaFolders.tsx';
import { MediaPick } from './MediaPick.tsx';

interface Props {
  kinds: readonly MediaKind[];
  isMultiple: boolean;
  onChosen: (chosen: readonly UploadResult[]) => void;
  onClose: () => void;
}

export function MediaDialog({ kinds, isMultiple, onChosen, onClose }: Props) {
  const translate = useTranslate();
  const isNarrow = useIsBelow('sm');
  const [chosen, setChosen] = useState<readonly UploadResult[]>([]);
  const take = (files: readonly UploadResult[]) => {
    onChosen(files);
    onClose();
  };
  return (
    // A configuration form has another data provider.
    <DataProviderContext.Provider value={dataProvider}>
      <ResourceContextProvider value={media.name}>
        <Dialog
          open
          onClose={onClose}
          fullScreen={isNarrow}
          maxWidth="lg"
          fullWidth
          aria-labelledby="library-title"
          // In React a dialog's events bubble to the form that opened it.
          onSubmit={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
          slotProps={{ paper: { sx: { height: { sm: sizes.library } } } }}
        >
          <DialogTitle id="library-title" sx={{ display: 'flex', alignItems: 'center', py: 1.5 }}>
            <Box component="span" sx={{ flex: 1 }}>
              {translate('media.chooseTitle')}
            </Box>
            <IconButton aria-label={translate('form.close')} edge="end" onClick={onClose}>
              <Close />
            </IconButton>
          </DialogTitle>
          <ListBase
            sort={{ field: 'sort', order: 'ASC' }}
            perPage={20}
            filter={kinds.length === 1 ? { kind: kinds[0] } : undefined}
            disableSyncWithLocation
            storeKey={false}
            disableAuthentication
            queryOptions={quiet}
          >
            <LatestFiltersProvider isInAddress={false}>
              <Box
                sx={{
                  display: 'flex',
                  flexDirection: { xs: 'column', lg: 'row' },
                  flex: 1,
                  minHeight: 0,
                  borderTop: 1,
                  borderBottom: 1,
                  borderColor: 'divider',
                  overflowY: { xs: 'auto', sm: 'visible' },
                }}
              >
                <Suspense>
                  <MediaFolders />
                </Suspense>
                <MediaPick kinds={kinds} isMultiple={isMultiple} chosen={chosen} onChoose={setChosen} onTake={take} />
              </Box>
            </LatestFiltersProvider>
          </ListBase>
          <DialogActions sx={{ '&&': { py: 1.5 } }}>
            <Typography role="status" color="text.secondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
              {chosen.length > 0 &&
                (chosen.length === 1 ? chosen[0]?.name : translate('media.chosen', { smart_count: chosen.length }))}
            </Typography>
            <Button onClick={onClose}>{translate('list.cancel')}</Button>
            <Button variant="contained" disabled={chosen.length === 0} onClick={() => take(chosen)}>
              {translate('media.take')}
            </Button>
          </DialogActions>
        </Dialog>
      </ResourceContextProvider>
    </DataProviderContext.Provider>
  );
}
