import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import { ChooseFiles } from './ChooseFiles.tsx';
import { Unfinished } from './cloud/Unfinished.tsx';
import { DropArea } from './DropArea.tsx';
import { FromLibrary } from './FromLibrary.tsx';
import type { Upload } from './queue.ts';
import type { UploadResult } from './transport.ts';
import { UploadRows } from './UploadRows.tsx';
import { acceptOf, fitting, useMayUpload } from './uploadKinds.ts';
import { useFieldUploads } from './useFieldUploads.ts';

interface Props {
  label: string;
  kinds: readonly MediaKind[];
  isMultiple?: boolean;
  isReadOnly?: boolean;
  onSent: (sent: UploadResult, upload?: Upload) => void;
  /** Handles several files, or several choices from the library, in place of `onSent`. */
  several?: { onFiles: (files: readonly File[]) => void; onChosen: (chosen: readonly UploadResult[]) => void };
  beside?: ReactNode;
  /** Describes the file that is there already; shown above the buttons. */
  about?: ReactNode;
  extra?: ReactNode;
  below?: ReactNode;
  children?: ReactNode;
}

export function UploadArea({
  label,
  kinds,
  isMultiple: isList,
  isReadOnly,
  onSent,
  several,
  beside,
  about,
  extra,
  below,
  children,
}: Props) {
  const translate = useTranslate();
  const uploads = useFieldUploads({ kinds, isMultiple: isList, onSent });
  const { rows } = uploads;
  const isMultiple = isList || several !== undefined;
  const add = (files: readonly File[]) => {
    const fit = several ? fitting(files, kinds) : [];
    if (several && fit.length > 1) several.onFiles(fit);
    else uploads.add(files);
  };
  const mayUpload = useMayUpload(kinds) && !isReadOnly;
  const choose = translate(kinds.length === 1 && kinds[0] === 'image' ? 'upload.image' : 'upload.file');
  return (
    <DropArea onFiles={mayUpload ? add : undefined} sx={{ display: 'grid', gap: 1 }}>
      {children}
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', minWidth: 0 }}>
        {beside}
        <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1 }}>
          {about}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            {mayUpload && (
              <ChooseFiles
                variant="outlined"
                size="small"
                label={`${choose}: ${label}`}
                accept={acceptOf(kinds)}
                isMultiple={isMultiple}
                onFiles={add}
              >
                {choose}
              </ChooseFiles>
            )}
            {!isReadOnly && (
              <FromLibrary
                label={label}
                kinds={kinds}
                isMultiple={isMultiple}
                onChosen={onSent}
                onSeveral={several?.onChosen}
              />
            )}
            {extra}
          </Box>
          {mayUpload && rows.length === 0 && !about && (
            <Typography variant="caption" color="text.secondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
              {translate('upload.dropHint')}
            </Typography>
          )}
          {mayUpload && <Unfinished kinds={kinds} />}
          <UploadRows rows={rows} />
        </Box>
      </Box>
      {below}
    </DropArea>
  );
}
