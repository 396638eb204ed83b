import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { common, type InputProps } from '../declaration/common.ts';
import { useInputLabel } from '../declaration/useFieldLabel.ts';
import { kindsOf } from '../upload/offered.ts';
import { UploadArea } from '../upload/UploadArea.tsx';
import { Preview } from './lists/Preview.tsx';
import { usePut } from './usePut.ts';

/** An image by its address, with a look at it; one that cannot be shown says so. It is uploaded, chosen or typed. */
export function ImageInput(props: InputProps) {
  const { name, field, isReadOnly } = props;
  const translate = useTranslate();
  const put = usePut(name);
  const label = useInputLabel(props);
  const url = String(useWatch({ name }) ?? '');
  const [broken, setBroken] = useState('');
  return (
    <UploadArea
      label={label}
      kinds={kindsOf(field)}
      isReadOnly={isReadOnly}
      onSent={(sent) => put(sent.url)}
      beside={<Preview name={name} onBroken={setBroken} />}
      extra={
        url !== '' &&
        !isReadOnly && (
          <Button
            size="small"
            color="inherit"
            aria-label={`${translate('form.clear')}: ${label}`}
            onClick={() => put('')}
          >
            {translate('form.clear')}
          </Button>
        )
      }
    >
      <TextInput
        {...common(props)}
        helperText={
          url !== '' && broken === url ? translate('form.noImage') : (props.hint ?? translate('form.imageHint'))
        }
      />
    </UploadArea>
  );
}
