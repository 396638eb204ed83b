import MoreVert from '@mui/icons-material/MoreVert';
import { CircularProgress, IconButton, ListSubheader, Menu, MenuItem, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, Suspense, useState } from 'react';
import { childrenName } from '../../contract/entity.ts';
import { useTransfer } from '../csv/useTransfer.ts';
import type { Resource } from '../declaration/resource.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { useQueries } from './useQueries.ts';

type Opened = 'columns' | 'queries' | 'import';

export function ListMenu({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<Opened>();
  const { queries, apply } = useQueries(resource);
  const { canExport, canImport, exportAll, isExporting } = useTransfer(resource);
  const isTree = childrenName(resource.entity) !== undefined;
  const then = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  const entry = (key: string, label: ReactNode, act: () => void, isLast = false) => (
    <MenuItem key={key} divider={isLast} onClick={then(act)}>
      {label}
    </MenuItem>
  );
  const close = () => setOpened(undefined);
  return (
    <>
      <Tooltip title={translate('listMenu.open')}>
        <IconButton
          aria-label={translate('listMenu.open')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-busy={isExporting}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {isExporting ? <CircularProgress size="1.25rem" color="inherit" /> : <MoreVert />}
        </IconButton>
      </Tooltip>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)} transitionDuration={0}>
          {queries.length > 0 && [
            <ListSubheader
              key="heading"
              disableSticky
              role="presentation"
              sx={{ lineHeight: 2.5, bgcolor: 'transparent' }}
            >
              {translate('listMenu.queries')}
            </ListSubheader>,
            ...queries.map((query, at) =>
              entry(`query ${query.name}`, query.name, () => apply(query), at === queries.length - 1),
            ),
          ]}
          {!isTree && entry('queries', translate('listMenu.saveQuery'), () => setOpened('queries'))}
          {entry('columns', translate('listMenu.columns'), () => setOpened('columns'))}
          {canExport && entry('export', translate('transfer.export'), exportAll)}
          {canImport && entry('import', translate('transfer.importOpen'), () => setOpened('import'))}
        </Menu>
      )}
      <Suspense>
        {opened === 'columns' && <ColumnsDialog resource={resource} onClose={close} />}
        {opened === 'queries' && <QueriesDialog resource={resource} onClose={close} />}
        {opened === 'import' && <ImportDialog resource={resource} onClose={close} />}
      </Suspense>
    </>
  );
}

const ColumnsDialog = lazyComponent(() => import('./ColumnsDialog.tsx').then((module) => module.ColumnsDialog));
const QueriesDialog = lazyComponent(() => import('./QueriesDialog.tsx').then((module) => module.QueriesDialog));
const ImportDialog = lazyComponent(() => import('../csv/ImportDialog.tsx').then((module) => module.ImportDialog));
