import { Box, FormControl, FormHelperText, InputLabel } from '@mui/material';
import { FieldTitle, useInput, useResourceContext } from 'ra-core';
import { type CommonInputProps, InputHelperText } from 'ra-ui-materialui';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { fieldStyle, frameStyle } from './contentStyle.ts';
import { SourceEditor } from './SourceEditor.tsx';
import { useBody } from './useBody.ts';
import { type EditorProps, VisualEditor } from './VisualEditor.tsx';

/** Opening a text changes nothing, an edit changes only its own block. Takes react-admin's common input props. */
export function RichTextInput(props: CommonInputProps & { className?: string }) {
  const { source, label, helperText, className, disabled = false, readOnly = false, fullWidth = true } = props;
  const { id, field, fieldState, isRequired } = useInput({
    defaultValue: '',
    parse: (value: string) => value,
    ...props,
  });
  const { getValues } = useFormContext();
  const resource = useResourceContext(props);
  // In a render that React may throw away and begin anew, a long text would be read twice.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const body = useBody(field.value, () => getValues(field.name), field.onChange);
  const { error, invalid } = fieldState;
  const editable = !disabled && !readOnly;
  const labelId = `${id}-label`;
  const helperId = `${id}-helper-text`;
  const hasHelp = helperText !== false || invalid;

  const editorProps: EditorProps = {
    id,
    value: field.value,
    onChange: body.change,
    onBlur: field.onBlur,
    editable,
    focusRef: field.ref,
    focused: body.chosen,
    aria: {
      'aria-labelledby': labelId,
      ...(hasHelp && { 'aria-describedby': helperId }),
      'aria-invalid': `${invalid}`,
      'aria-required': `${isRequired}`,
      'aria-disabled': `${disabled}`,
      'aria-readonly': `${!editable}`,
    },
  };
  return (
    <FormControl
      className={`ra-input ra-input-${source} ${className ?? ''}`}
      fullWidth={fullWidth}
      error={invalid}
      disabled={disabled}
      focused={false}
      sx={fieldStyle}
    >
      {label !== false && label !== '' && (
        <InputLabel id={labelId} component="span" shrink>
          <FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />
        </InputLabel>
      )}
      <Box sx={frameStyle} data-editor data-invalid={invalid || undefined} data-disabled={disabled || undefined}>
        {isMounted ? (
          // Stays mounted while the HTML source is shown, to keep its undo history.
          <Box sx={{ display: body.mode === 'source' ? 'none' : 'contents' }}>
            <VisualEditor
              key={body.revision}
              {...editorProps}
              isShown={body.mode === 'visual'}
              onSource={body.toSource}
            />
          </Box>
        ) : (
          <Box sx={{ minHeight: ({ spacing }) => spacing(40) }} />
        )}
        {body.mode === 'source' && <SourceEditor {...editorProps} onVisual={body.toVisual} />}
      </Box>
      {hasHelp && (
        <FormHelperText id={helperId}>
          <InputHelperText error={error?.message} helperText={helperText} />
        </FormHelperText>
      )}
    </FormControl>
  );
}
