import FormatAlignCenter from '@mui/icons-material/FormatAlignCenter';
import FormatAlignJustify from '@mui/icons-material/FormatAlignJustify';
import FormatAlignLeft from '@mui/icons-material/FormatAlignLeft';
import FormatAlignRight from '@mui/icons-material/FormatAlignRight';
import { Box, InputAdornment, TextField, ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material';
import { maxValue, minValue } from 'ra-core';
import { type ReactNode, use, useId, useState } from 'react';
import { NumberField } from '../../ui/NumberField.tsx';
import { PicturePreview } from '../../upload/PicturePreview.tsx';
import type { UploadResult } from '../../upload/transport.ts';
import { type DialogProps, FileAddress, isWebAddress, ToolDialog, useAddress } from '../toolbar/ToolDialog.tsx';
import { insertFile } from '../uploads/uploadPlaceholders.ts';
import { SendFiles } from '../uploads/useEditorUploads.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';
import { insertPicture, type PictureSettings, selectedPicture, setPicture, settingsOf } from './picture.ts';
import { narrowest, type Side } from './pictureStyle.ts';

const empty: PictureSettings = { src: '', alt: '', caption: '', side: 'none', width: null };
/** Limits of the width, in percent of the line. */
const widthLimits = [minValue(narrowest), maxValue(100)];

const widths = { pictureAuto: null, pictureSmall: 33, pictureMedium: 66, pictureFull: 100 } as const;

export function PictureDialog({ editor, isNew, onClose }: DialogProps) {
  const label = useLabel();
  const sendFiles = use(SendFiles);
  const selected = isNew ? undefined : selectedPicture(editor.state);
  const [settings, setSettings] = useState(() => (selected ? settingsOf(selected) : empty));
  const address = useAddress(isWebAddress, settings.src);
  const change = (changes: Partial<PictureSettings>) => setSettings((before) => ({ ...before, ...changes }));
  const takeTexts = ({ alt, caption }: UploadResult) =>
    setSettings((before) => ({
      ...before,
      alt: before.alt || (alt ?? ''),
      caption: before.caption || (caption ?? ''),
    }));

  const submit = () => {
    const { alt, caption } = settings;
    const picture = { ...settings, src: address.url, alt: alt.trim(), caption: caption.trim() };
    editor.commands.command(isNew ? insertPicture(picture) : setPicture(picture));
  };
  const several = {
    onFiles: (files: readonly File[]) => {
      onClose();
      sendFiles(files);
    },
    onChosen: (chosen: readonly UploadResult[]) => {
      onClose();
      for (const file of chosen) insertFile(editor, file);
    },
  };
  return (
    <ToolDialog
      name="image"
      address={{ ...address, isValid: address.isValid && !Number.isNaN(settings.width) }}
      isNew={isNew}
      onClose={onClose}
      onSubmit={submit}
    >
      <FileAddress
        address={address}
        tool="image"
        label="imageAddress"
        kinds={['image']}
        onSent={takeTexts}
        several={isNew ? several : undefined}
        shown={<PicturePreview url={address.isValid ? address.url : ''} />}
      />
      <TextField
        label={label('imageText')}
        value={settings.alt}
        onChange={(event) => change({ alt: event.target.value })}
        helperText={label('imageTextHelp')}
      />
      <TextField
        label={label('caption')}
        value={settings.caption}
        onChange={(event) => change({ caption: event.target.value })}
        helperText={label('captionHelp')}
      />
      <WidthField width={settings.width} onChange={(width) => change({ width })} />
      <SideField side={settings.side} onChange={(side) => change({ side })} />
    </ToolDialog>
  );
}

function Choice({ name, children }: { name: LabelKey; children: (id: string) => ReactNode }) {
  const label = useLabel();
  const id = useId();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1 }}>
      <Box component="span" id={id} sx={{ typography: 'body2', color: 'text.secondary', minWidth: '4em' }}>
        {label(name)}
      </Box>
      {children(id)}
    </Box>
  );
}

interface WidthFieldProps {
  width: number | null;
  onChange: (width: number | null) => void;
}

function WidthField({ width, onChange }: WidthFieldProps) {
  const label = useLabel();
  return (
    <Choice name="pictureWidth">
      {(id) => (
        <>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={width ?? 'auto'}
            onChange={(_event, chosen: number | 'auto' | null) => chosen && onChange(chosen === 'auto' ? null : chosen)}
            aria-labelledby={id}
          >
            {Object.entries(widths).map(([name, percent]) => (
              <ToggleButton key={name} value={percent ?? 'auto'} sx={{ py: 0.5, whiteSpace: 'nowrap' }}>
                {label(name as keyof typeof widths)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <NumberField
            value={width}
            onChange={onChange}
            validate={widthLimits}
            // The error message may be longer than the field.
            sx={{ width: '7em', '& .MuiFormHelperText-root': { whiteSpace: 'nowrap' } }}
            slotProps={{
              input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
              htmlInput: { inputMode: 'numeric', 'aria-label': label('picturePercent') },
            }}
          />
        </>
      )}
    </Choice>
  );
}

const sideIcons = {
  none: { name: 'sideNone', Icon: FormatAlignJustify },
  left: { name: 'sideLeft', Icon: FormatAlignLeft },
  center: { name: 'sideCenter', Icon: FormatAlignCenter },
  right: { name: 'sideRight', Icon: FormatAlignRight },
} satisfies Record<Side, unknown>;

function SideField({ side, onChange }: { side: Side; onChange: (side: Side) => void }) {
  const label = useLabel();
  return (
    <Choice name="pictureSide">
      {(id) => (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={side}
          onChange={(_event, chosen: Side | null) => chosen && onChange(chosen)}
          aria-labelledby={id}
        >
          {Object.entries(sideIcons).map(([value, { name, Icon }]) => (
            <Tooltip key={value} title={label(name as LabelKey)} disableInteractive>
              <ToggleButton value={value} aria-label={label(name as LabelKey)}>
                <Icon fontSize="small" />
              </ToggleButton>
            </Tooltip>
          ))}
        </ToggleButtonGroup>
      )}
    </Choice>
  );
}
