import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput, type TextInputProps } from 'ra-ui-materialui';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';

/** An image by its address, with a look at it; one that cannot be shown says so. */
export function ImageInput(props: TextInputProps) {
  const translate = useTranslate();
  const url = String(useWatch({ name: props.source }) ?? '');
  const [broken, setBroken] = useState('');
  const isBroken = url !== '' && broken === url;
  return (
    <Box>
      <TextInput {...props} helperText={isBroken ? translate('form.noImage') : translate('form.imageHint')} />
      {url && !isBroken && (
        <Box
          component="img"
          src={url}
          alt={translate('form.preview')}
          onError={() => setBroken(url)}
          sx={{
            display: 'block',
            mt: 1,
            maxWidth: '100%',
            maxHeight: 160,
            borderRadius: 1,
            border: 1,
            borderColor: 'divider',
          }}
        />
      )}
    </Box>
  );
}
