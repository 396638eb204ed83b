import Upload from '@mui/icons-material/FileUploadOutlined';
import { Box, IconButton, InputAdornment, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { useFormContext, useWatch } from 'react-hook-form';
import { common, type InputProps } from '../declaration/common.ts';
import { useInputLabel } from '../declaration/useFieldLabel.ts';
import { sizes } from '../theme/index.ts';
import { useFileChooser } from '../upload/ChooseFiles.tsx';
import { DropArea } from '../upload/DropArea.tsx';
import { FromLibrary, useHasLibrary } from '../upload/FromLibrary.tsx';
import { PicturePreview, type PreviewProps } from '../upload/PicturePreview.tsx';
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

/** Shows the picture whose URL is the value of a form field. */
export function Preview({ name, ...props }: Omit<PreviewProps, 'url'> & { name: string }) {
  return <PicturePreview {...props} url={String(useWatch({ name }) ?? '')} />;
}

export function usePut(name: string): (value: string) => void {
  const { setValue } = useFormContext();
  return (value) => setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
}
