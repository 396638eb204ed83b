import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { useFormContext, useWatch } from 'react-hook-form';
import { asHttps } from '../../contract/links.ts';
import { tidied } from '../../contract/oneLine.ts';
import { common, type InputProps } from '../declaration/common.ts';

/** A link. Where it begins like a host, `https://` is offered. */
export function LinkInput(props: InputProps) {
  const { name, field, isReadOnly } = props;
  const translate = useTranslate();
  const { setValue, setFocus } = useFormContext();
  const link = asHttps(String(tidied(field, useWatch({ name })) ?? ''));
  const complete = () => {
    setValue(name, link, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    setFocus(name);
  };
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', minWidth: 0 }}>
      <TextInput {...common(props)} />
      {link && !isReadOnly && (
        <Button size="small" onClick={complete} sx={{ maxWidth: '100%', textTransform: 'none' }}>
          <Box
            component="span"
            title={link}
            sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {translate('form.completeLink', { link })}
          </Box>
        </Button>
      )}
    </Box>
  );
}
