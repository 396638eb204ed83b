import FilterAltOff from '@mui/icons-material/FilterAltOffOutlined';
import Inbox from '@mui/icons-material/InboxOutlined';
import { Button } from '@mui/material';
import { useCanAccess, useGetResourceLabel, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { column } from '../../contract/entities/column.ts';
import { listPath } from '../../contract/paths.ts';
import type { Resource } from '../declaration/resource.ts';
import { useRecordsName } from '../declaration/useFieldLabel.ts';
import { useHasNoColumn } from '../fields/useCreatable.ts';
import { basename } from '../services/services.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { inSentence } from '../utils/format.ts';
import { AddButton } from './AddButton.tsx';

/** For a list without records: the button that adds the first one. Content needs a column first. */
export function EmptyList({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const name = useRecordsName(resource);
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const scope = resource.list.useScopeFilter?.(resource);
  const hasNoColumn = useHasNoColumn(resource);
  if (hasNoColumn && resource.name !== column.name) return <NoColumn resource={resource} />;
  const hints = [
    scope?.word && translate('list.narrowedBy', { filters: scope.word }),
    canAccess && !hasNoColumn && translate('list.emptyHint'),
  ];
  return (
    <EmptyState icon={Inbox} title={translate('list.empty', { name })} hint={hints.filter(Boolean).join(' · ')}>
      {canAccess && <AddButton resource={resource} />}
    </EmptyState>
  );
}

function NoColumn({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const { canAccess } = useCanAccess({ resource: column.name, action: 'create' });
  const hasNoPlace = useHasNoColumn({ entity: column });
  const mayAdd = canAccess && !hasNoPlace;
  return (
    <EmptyState
      icon={Inbox}
      title={translate('list.noColumn', { name: inSentence(label(resource.name, 2)) })}
      hint={translate(mayAdd ? 'list.noColumnHint' : 'list.noColumnAsk')}
    >
      {mayAdd && (
        <Button
          component={Link}
          to={`${basename}${listPath(column)}/create`}
          state={{ given: { model: resource.entity.model } }}
          variant="contained"
        >
          {translate('list.add', { name: inSentence(label(column.name, 1)) })}
        </Button>
      )}
    </EmptyState>
  );
}

interface Props {
  resource: Resource;
  words: string;
  onClear: () => void;
}

/** For a list without records that match the filters. */
export function NoMatch({ resource, words, onClear }: Props) {
  const translate = useTranslate();
  const name = useRecordsName(resource);
  return (
    <EmptyState
      icon={FilterAltOff}
      title={translate('list.noMatch', { name })}
      hint={translate('list.narrowedBy', { filters: words })}
    >
      <Button variant="outlined" onClick={onClear}>
        {translate('list.clearFilters')}
      </Button>
    </EmptyState>
  );
}
