import ViewModule from '@mui/icons-material/GridViewOutlined';
import ViewList from '@mui/icons-material/ViewListOutlined';
import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useStore, useTranslate } from 'ra-core';
import { UploadHere } from './UploadHere.tsx';

/** Beside the filters of the library: tiles or rows, and the button that uploads. */
export function LibraryTools() {
  const translate = useTranslate();
  const [view, setView] = useMediaView();
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        onChange={(_event, chosen) => chosen && setView(chosen)}
        aria-label={translate('media.view')}
      >
        <ToggleButton value="grid" aria-label={translate('media.grid')} title={translate('media.grid')}>
          <ViewModule fontSize="small" />
        </ToggleButton>
        <ToggleButton value="list" aria-label={translate('media.list')} title={translate('media.list')}>
          <ViewList fontSize="small" />
        </ToggleButton>
      </ToggleButtonGroup>
      <UploadHere isShort />
    </>
  );
}

/** Whether the library shows tiles or rows; each administrator's own. */
export const useMediaView = () => useStore<'grid' | 'list'>('media.view', 'grid');
