import LinkIcon from '@mui/icons-material/LinkOutlined';
import { Box, Button, FormHelperText, Typography } from '@mui/material';
import { useGetList, useTranslate } from 'ra-core';
import { TextInput } from 'ra-ui-materialui';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { common, type InputProps } from '../declaration/common.ts';
import { useInputLabel } from '../declaration/useFieldLabel.ts';
import { linkUrl } from '../services/backEnd.ts';
import { quiet } from '../services/queryClient.ts';
import { labelStyle } from '../theme/index.ts';
import { useHasLibrary } from '../upload/FromLibrary.tsx';
import type { UploadResult } from '../upload/transport.ts';
import { UploadArea } from '../upload/UploadArea.tsx';
import { kindsOf } from '../upload/uploadKinds.ts';
import { sizeText } from '../utils/format.ts';
import { Preview, usePut } from './FileInput.tsx';
import { useIsRefused } from './useIsRefused.ts';

/** Shows the picture with its name and size. Its address opens by a button, or when it is refused. */
export function ImageInput(props: InputProps) {
  const { name, field, isReadOnly } = props;
  const translate = useTranslate();
  const put = usePut(name);
  const label = useInputLabel(props);
  const id = useId();
  const url = String(useWatch({ name }) ?? '');
  const [sent, setSent] = useState<UploadResult>();
  const [picture, setPicture] = useState<Picture>();
  const [broken, setBroken] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isRefused = useIsRefused(name);
  const isOpen = isAsked || isRefused;
  const button = { size: 'small', color: 'inherit' } as const;
  return (
    <Box role="group" aria-labelledby={id} aria-describedby={props.hint && `${id}-hint`}>
      <Typography id={id} color={isRefused ? 'error' : 'text.secondary'} sx={{ ...labelStyle, mb: 0.5 }}>
        {label}
        {field.required && <span aria-hidden="true">&thinsp;*</span>}
      </Typography>
      <UploadArea
        label={label}
        kinds={kindsOf(field)}
        isReadOnly={isReadOnly}
        onSent={(result) => {
          setSent(result);
          put(result.url);
        }}
        beside={<Preview name={name} onLoaded={setPicture} onBroken={() => setBroken(url)} />}
        about={url !== '' && <Facts url={url} sent={sent} picture={picture} isBroken={broken === url} />}
        extra={
          <>
            {!isReadOnly && url !== '' && (
              <Button {...button} aria-label={`${translate('form.clear')}: ${label}`} onClick={() => put('')}>
                {translate('form.clear')}
              </Button>
            )}
            <Button
              {...button}
              startIcon={<LinkIcon />}
              aria-expanded={isOpen}
              aria-label={`${translate('form.imageAddress')}: ${label}`}
              onClick={() => setAsked(!isOpen)}
            >
              {translate('form.imageAddress')}
            </Button>
          </>
        }
        below={
          // Hidden, not unmounted: it checks the value.
          <Box hidden={!isOpen}>
            <TextInput
              {...common(props)}
              label={translate('form.imageAddressOf', { label })}
              helperText={isReadOnly ? false : translate('form.imageHint')}
            />
          </Box>
        }
      />
      {props.hint && <FormHelperText id={`${id}-hint`}>{translate(props.hint)}</FormHelperText>}
    </Box>
  );
}

interface Picture {
  url: string;
  width: number;
  height: number;
}

interface FactsProps {
  url: string;
  sent: UploadResult | undefined;
  picture: Picture | undefined;
  isBroken: boolean;
}

/** The name under which the picture was uploaded, its pixels and bytes, as far as anyone knows them. */
function Facts({ url, sent, picture, isBroken }: FactsProps) {
  const translate = useTranslate();
  const isSent = sent?.url === url && sent.size !== undefined;
  const isAsked = useHasLibrary() && !isSent;
  const inLibrary = { filter: { url }, pagination: { page: 1, perPage: 1 } };
  const { data = [] } = useGetList('media', inLibrary, { enabled: isAsked, retry: false, ...quiet });
  const known = isSent ? sent : (data.find((file) => file.url === url) as UploadResult | undefined);
  const pixels = picture?.url === url ? picture : known;
  const facts = [pixels?.width && `${pixels.width} × ${pixels.height}`, sizeText(known?.size)].filter(Boolean);
  const title = known?.name ?? nameOf(url);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography
        noWrap
        title={title}
        component="a"
        href={linkUrl(url)}
        target="_blank"
        rel="noreferrer"
        sx={{ display: 'block', color: 'primary.main' }}
      >
        {title}
      </Typography>
      <Typography variant="caption" color="text.secondary">
        {isBroken ? translate('form.noImage') : facts.join(' · ')}
      </Typography>
    </Box>
  );
}

function nameOf(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || url;
  } catch {
    return last;
  }
}
