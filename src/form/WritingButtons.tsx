import CloseFullscreen from '@mui/icons-material/CloseFullscreen';
import OpenInFull from '@mui/icons-material/OpenInFull';
import ViewSidebar from '@mui/icons-material/ViewSidebarOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { isMac } from '../utils/keyboard.ts';
import type { WritingView } from './writingView.tsx';

const key = '\\';

/** Ctrl/⌘-\ changes between the side panel and the writing view. */
export function WritingButtons({ isOn, isWide, hasSettings, toggle, showSettings }: WritingView) {
  const translate = useTranslate();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isWide || event.key !== key || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  if (!isWide) return null;
  const view = translate(isOn ? 'publishing.panelView' : 'publishing.writingView');
  const settings = translate('publishing.settings');
  return (
    <>
      {isOn && (
        <Tooltip title={settings}>
          <IconButton aria-label={settings} aria-pressed={hasSettings} onClick={() => showSettings(!hasSettings)}>
            <ViewSidebar />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={`${view} (${isMac ? '⌘' : 'Ctrl+'}${key})`}>
        <IconButton aria-label={view} aria-keyshortcuts={`Control+${key} Meta+${key}`} onClick={toggle}>
          {isOn ? <CloseFullscreen /> : <OpenInFull />}
        </IconButton>
      </Tooltip>
    </>
  );
}
