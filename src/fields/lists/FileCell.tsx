import Upload from '@mui/icons-material/FileUploadOutlined';
import { Box, IconButton, InputAdornment, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { common, type InputProps } from '../../declaration/common.ts';
import { sizes } from '../../theme/index.ts';
import { DropArea } from '../../upload/DropArea.tsx';
import { FromLibrary, useHasLibrary } from '../../upload/FromLibrary.tsx';
import { acceptOf, kindsOf, useMayUpload } from '../../upload/offered.ts';
import { UploadRows } from '../../upload/UploadRows.tsx';
import { useFieldUploads } from '../../upload/useFieldUploads.ts';
import { useFileChooser } from '../../upload/useFileChooser.tsx';
import { usePut } from '../usePut.ts';
import { Preview } from './Preview.tsx';

/** A picture or file among other cells: there is room for its address, a small look at it and one button. */
export function FileCell(props: InputProps) {
  const { name, field, label = '', isReadOnly } = props;
  const translate = useTranslate();
  const put = usePut(name);
  const kinds = kindsOf(field);
  const { rows, add } = useFieldUploads({ kinds, onSent: ({ url }) => put(url) });
  // One uploads there as well; a drop or a paste needs no button.
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
