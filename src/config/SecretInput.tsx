import { Box, Button, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { PasswordInput } from 'ra-ui-materialui';
import { useFormContext, useWatch } from 'react-hook-form';
import { common, type InputProps } from '../declaration/common.ts';
import { features } from '../services/services.ts';
import type { ConfigRecord } from './configProvider.ts';
import { cleared } from './items.ts';

/** A write-only value: whether it is set, an input for a new one, and a button that clears it. */
export function SecretInput(props: InputProps) {
  const { name, label, isReadOnly } = props;
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const value = useWatch({ name });
  const record = useRecordContext<ConfigRecord>();
  const isSet = record?.items.find(({ en_name }) => en_name === name)?.isSet ?? false;
  const isCleared = value === cleared;
  const put = (next: unknown) => setValue(name, next, { shouldDirty: true });
  const state = isCleared ? 'config.isCleared' : isSet ? 'config.isSet' : 'config.isUnset';
  // If the back end does not say whether a secret is set, it cannot be cleared.
  const canClear = isSet && !isReadOnly && features.has('clearSecrets');
  return (
    <Box>
      <PasswordInput
        {...common(props)}
        autoComplete="new-password"
        // react-hook-form leaves disabled fields out of the values.
        readOnly={isCleared || isReadOnly}
        format={(stored: unknown) => stored || ''}
        parse={(typed: unknown) => typed ?? ''}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 32 }}>
        <Typography variant="caption" role="status" color={isCleared ? 'error' : 'text.secondary'}>
          {translate(state)}
        </Typography>
        {canClear && (
          <Button
            size="small"
            color={isCleared ? 'inherit' : 'error'}
            aria-label={translate(isCleared ? 'config.keepOf' : 'config.clearOf', { name: label })}
            onClick={() => put(isCleared ? '' : cleared)}
          >
            {translate(isCleared ? 'config.keep' : 'config.clear')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
