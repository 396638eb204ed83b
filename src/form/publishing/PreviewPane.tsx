import Close from '@mui/icons-material/Close';
import ContentCopy from '@mui/icons-material/ContentCopy';
import DesktopWindows from '@mui/icons-material/DesktopWindowsOutlined';
import LinkOff from '@mui/icons-material/LinkOff';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Smartphone from '@mui/icons-material/Smartphone';
import { Box, IconButton, ToggleButton, ToggleButtonGroup, Tooltip, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { revokePreviews } from '../../../contract/calls/publishing.ts';
import { http } from '../../services/services.ts';
import { sizes } from '../../theme/index.ts';
import { useAsyncAction, useCopy, useToast } from '../../ui/useToast.ts';
import { useWritingView } from '../writingView.tsx';

/** In pixels of the page that is shown. */
const widths = { phone: 390, desktop: 1280 };
type Device = keyof typeof widths;

interface Props {
  about: { entity: string; id: number };
  /** Absolute. */
  url: string;
  /** The page is loaded anew when this changes. */
  state: string;
  onClose: () => void;
}

/** The site's page of a record beside its form, as wide as on a phone or a desktop; over it where there is no room; in the writing view over the settings. */
export function PreviewPane({ about, url, state, onClose }: Props) {
  const translate = useTranslate();
  const toast = useToast();
  const { copy, canCopy } = useCopy('publishing');
  const { run } = useAsyncAction();
  const [device, setDevice] = useState<Device>('phone');
  const box = useRef<HTMLDivElement>(null);
  const left = useRoomBeside(box);
  const writing = useWritingView();
  const place =
    writing?.isOn && writing.isWide
      ? ({
          position: 'absolute',
          insetInlineEnd: 0,
          width: device === 'phone' ? sizes.writingSettings : '60%',
        } as const)
      : left >= minRoom
        ? ({ position: 'absolute', insetInlineEnd: '100%', width: left } as const)
        : ({ position: 'fixed', insetInline: 0 } as const);
  const revoke = () =>
    run(async () => {
      await http.call(revokePreviews, about);
      toast.success('publishing.revoked');
      onClose();
    });
  return (
    <Box
      ref={box}
      role="region"
      aria-label={translate('publishing.preview')}
      sx={{
        ...place,
        insetBlock: 0,
        zIndex: 3,
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.default',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          px: 1,
          py: 0.5,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography component="h3" variant="subtitle2" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {translate('publishing.preview')}
        </Typography>
        <ToggleButtonGroup size="small" exclusive value={device} onChange={(_event, next) => next && setDevice(next)}>
          <ToggleButton value="phone" aria-label={translate('publishing.phone')}>
            <Smartphone fontSize="small" />
          </ToggleButton>
          <ToggleButton value="desktop" aria-label={translate('publishing.desktop')}>
            <DesktopWindows fontSize="small" />
          </ToggleButton>
        </ToggleButtonGroup>
        {canCopy && (
          <PaneAction label="copyLink" onClick={() => copy(url)}>
            <ContentCopy fontSize="small" />
          </PaneAction>
        )}
        <Tooltip title={translate('publishing.openPage')}>
          <IconButton
            size="small"
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={translate('publishing.openPage')}
          >
            <OpenInNew fontSize="small" />
          </IconButton>
        </Tooltip>
        <PaneAction label="revoke" onClick={revoke}>
          <LinkOff fontSize="small" />
        </PaneAction>
        <PaneAction label="closePreview" onClick={onClose}>
          <Close fontSize="small" />
        </PaneAction>
      </Box>
      <Frame key={state} url={url} width={widths[device]} isPhone={device === 'phone'} />
    </Box>
  );
}

/** In pixels: less than this is no room for a page. */
const minRoom = 320;

function PaneAction({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  const translate = useTranslate();
  const title = translate(`publishing.${label}`);
  return (
    <Tooltip title={title}>
      <IconButton size="small" aria-label={title} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

/** The room beside the panel that an element is in, in pixels. */
function useRoomBeside(element: RefObject<HTMLElement | null>): number {
  const [left, setLeft] = useState(0);
  useLayoutEffect(() => {
    const panel = element.current?.closest<HTMLElement>('[role=dialog]');
    const measure = () => setLeft(panel?.offsetLeft ?? 0);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [element]);
  return left;
}

/** A wide page is shown smaller. Our own host's page gets no origin: it must not reach the console. */
function Frame({ url, width, isPhone }: { url: string; width: number; isPhone: boolean }) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room.width / width);
  const isOwn = new URL(url).origin === location.origin;
  return (
    <Box ref={box} sx={{ flex: 1, minHeight: 0, overflow: 'hidden', display: 'flex', justifyContent: 'center' }}>
      <Box
        sx={{
          width: width * scale,
          flexShrink: 0,
          overflow: 'hidden',
          borderInline: isPhone ? 1 : 0,
          borderColor: 'divider',
        }}
      >
        <Box
          component="iframe"
          title={translate('publishing.preview')}
          src={url}
          sandbox={isOwn ? 'allow-scripts' : 'allow-scripts allow-same-origin allow-forms'}
          referrerPolicy="no-referrer"
          sx={{
            border: 0,
            bgcolor: 'common.white',
            transformOrigin: '0 0',
            transform: `scale(${scale})`,
            width,
            height: room.height / scale,
          }}
        />
      </Box>
    </Box>
  );
}
