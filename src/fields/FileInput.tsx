import BrokenImage from '@mui/icons-material/BrokenImageOutlined';
import Upload from '@mui/icons-material/FileUploadOutlined';
import Image from '@mui/icons-material/ImageOutlined';
import { Box, IconButton, InputAdornment, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { common, type InputProps } from '../declaration/common.ts';
import { useInputLabel } from '../declaration/useFieldLabel.ts';
import { fileUrl } from '../services/backEnd.ts';
import { sizes } from '../theme/index.ts';
import { useFileChooser } from '../upload/ChooseFiles.tsx';
import { DropArea } from '../upload/DropArea.tsx';
import { FromLibrary, useHasLibrary } from '../upload/FromLibrary.tsx';
import { UploadArea } from '../upload/UploadArea.tsx';
import { UploadRows } from '../upload/UploadRows.tsx';
import { acceptOf, kindOf, kindsOf, useMayUpload } from '../upload/uploadKinds.ts';
import { useFieldUploads } from '../upload/useFieldUploads.ts';
import { Player } from './Player.tsx';

export function FileInput(props: InputProps) {
  const { name, field, isReadOnly } = props;
  const put = usePut(name);
  const label = useInputLabel(props);
  const url = String(useWatch({ name }) ?? '');
  const kind = kindOf({ name: url, type: '' });
  return (
    <UploadArea label={label} kinds={kindsOf(field)} isReadOnly={isReadOnly} onSent={(sent) => put(sent.url)}>
      <TextInput {...common(props)} />
      {(kind === 'video' || kind === 'audio') && <Player kind={kind} url={url} label={label} />}
    </UploadArea>
  );
}

export function FileCell(props: InputProps) {
  const { name, field, label = '', isReadOnly } = props;
  const translate = useTranslate();
  const put = usePut(name);
  const kinds = kindsOf(field);
  const { rows, add } = useFieldUploads({ kinds, onSent: ({ url }) => put(url) });
  // The library dialog uploads too, and drop and paste need no button.
  const hasLibrary = useHasLibrary();
  const mayUpload = useMayUpload(kinds) && !isReadOnly;
  const what = translate(`upload.${field.kind === 'image' ? 'image' : 'file'}`);
  const chooser = useFileChooser({ label: `${what}: ${label}`, accept: acceptOf(kinds), onFiles: add });
  return (
    <DropArea onFiles={mayUpload ? add : undefined}>
      <TextInput
        {...common(props)}
        placeholder={translate(field.kind === 'image' ? 'form.imageHint' : 'rows.url')}
        slotProps={{
          input: {
            startAdornment: field.kind === 'image' && (
              <Box sx={{ mr: 1 }}>
                <Preview name={name} size={sizes.previewSmall} />
              </Box>
            ),
            endAdornment: !isReadOnly && (
              <InputAdornment position="end">
                {mayUpload && !hasLibrary && (
                  <Tooltip title={what}>
                    <IconButton size="small" aria-label={`${what}: ${label}`} onClick={chooser.open}>
                      <Upload fontSize="small" />
                    </IconButton>
                  </Tooltip>
                )}
                <FromLibrary label={label} kinds={kinds} onChosen={({ url }) => put(url)} isShort />
              </InputAdornment>
            ),
          },
        }}
      />
      {chooser.input}
      <UploadRows rows={rows} />
    </DropArea>
  );
}

interface PreviewProps {
  name: string;
  size?: number;
  onLoaded?: (picture: { url: string; width: number; height: number }) => void;
  onBroken?: () => void;
}

export function Preview({ name, size = sizes.preview, onLoaded, onBroken }: PreviewProps) {
  const translate = useTranslate();
  const url = String(useWatch({ name }) ?? '');
  const [broken, setBroken] = useState('');
  const isBroken = url !== '' && broken === url;
  return (
    <Box
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        borderRadius: 0.5,
        bgcolor: 'action.hover',
        color: 'text.secondary',
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
      }}
    >
      {isBroken && <BrokenImage titleAccess={translate('form.noImage')} />}
      {!url && <Image fontSize={size < sizes.preview ? 'small' : 'medium'} />}
      {url && !isBroken && (
        <Box
          component="img"
          src={fileUrl(url)}
          alt={translate('form.preview')}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            onLoaded?.({ url, width, height })
          }
          onError={() => {
            setBroken(url);
            onBroken?.();
          }}
          sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
        />
      )}
    </Box>
  );
}

export function usePut(name: string): (value: string) => void {
  const { setValue } = useFormContext();
  return (value) => setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
}
