import Home from '@mui/icons-material/Home';
import { Tooltip } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { column } from '../../contract/entities/column.ts';
import { ColumnActions, ColumnBatch, useHasColumnActions } from '../content/ColumnActions.tsx';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { sizes } from '../theme/index.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const TemplateInput = lazyInput(
  () => import('../templates/TemplateInput.tsx').then((module) => module.TemplateInput),
  0,
);

export const columnResource = resource(column, {
  list: {
    columns: ['title', 'model', 'total', 'url_name', 'is_nav', 'status', 'sort'],
    filters: ['model', 'status'],
    Tools: ColumnBatch,
  },
  form: {
    tabs: {
      base: {
        main: ['title', 'model', 'pid', 'url_name', 'link', 'description'],
        side: ['org_img', 'banner', 'list_template', 'detail_template', 'status', 'is_nav', 'target', 'sort'],
      },
      content: { main: ['content'] },
      seo: { main: ['seo_title', 'keywords'] },
    },
    inputs: {
      model: lazyInput(() => import('../content/contentInputs.tsx').then((module) => module.ModelInput), sizes.formRow),
      pid: lazyInput(() => import('../content/contentInputs.tsx').then((module) => module.ParentColumn), sizes.formRow),
      list_template: TemplateInput,
      detail_template: TemplateInput,
    },
  },
  row: {
    NameAdornment: HomeMark,
    Actions: ColumnActions,
    useHasActions: useHasColumnActions,
    DeleteDialog: lazyComponent(() =>
      import('../content/ColumnDeleteDialog.tsx').then((module) => module.ColumnDeleteDialog),
    ),
  },
});

function HomeMark() {
  const translate = useTranslate();
  const record = useRecordContext();
  if (record?.is_home !== 1) return null;
  const label = translate('list.isHome');
  return (
    <Tooltip title={label}>
      <Home fontSize="small" color="primary" titleAccess={label} sx={{ ml: 1, flexShrink: 0 }} />
    </Tooltip>
  );
}
