import { column } from '../../contract/entities/column.ts';
import { fetched } from '../fields/fetched.tsx';
import { resource } from '../resource.ts';
import { ColumnActions } from '../screens/ColumnActions.tsx';
import { ColumnBatch } from '../screens/ColumnBatch.tsx';
import { ColumnDeleteDialog } from '../screens/ColumnDeleteDialog.tsx';
import { HomeMark } from '../screens/HomeMark.tsx';
import { sizes } from '../theme/index.ts';

const TemplateInput = fetched(() => import('../templates/TemplateInput.tsx').then((module) => module.TemplateInput), 0);

export const columnResource = resource(column, {
  list: ['title', 'model', 'total', 'url_name', 'is_nav', 'status', 'sort'],
  filters: ['model', 'status'],
  form: {
    base: {
      main: ['title', 'model', 'pid', 'url_name', 'link', 'description'],
      side: ['org_img', 'banner', 'list_template', 'detail_template', 'status', 'is_nav', 'target', 'sort'],
    },
    content: { main: ['content'] },
    seo: { main: ['seo_title', 'keywords'] },
  },
  inputs: {
    model: fetched(() => import('../screens/ModelInput.tsx').then((module) => module.ModelInput), sizes.formRow),
    list_template: TemplateInput,
    detail_template: TemplateInput,
  },
  Mark: HomeMark,
  ListActions: ColumnBatch,
  Actions: ColumnActions,
  DeleteDialog: ColumnDeleteDialog,
});
