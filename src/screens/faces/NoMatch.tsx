import FilterAltOff from '@mui/icons-material/FilterAltOffOutlined';
import { Button } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { inSentence } from '../../inSentence.ts';
import type { Resource } from '../../resource.ts';
import { Face } from './Face.tsx';

interface Props {
  resource: Resource;
  /** What the list is narrowed by. */
  words: string;
  onClear: () => void;
}

/** There are records, but none that is asked for. */
export function NoMatch({ resource, words, onClear }: Props) {
  const translate = useTranslate();
  const name = inSentence(useGetResourceLabel()(resource.name, 2));
  return (
    <Face
      icon={FilterAltOff}
      title={translate('list.noMatch', { name })}
      hint={translate('list.narrowedBy', { filters: words })}
    >
      <Button variant="outlined" onClick={onClear}>
        {translate('list.clearFilters')}
      </Button>
    </Face>
  );
}
