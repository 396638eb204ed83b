import { later } from '../later.tsx';

export const ColumnsDialog = later(() => import('./ColumnsDialog.tsx').then((module) => module.ColumnsDialog));
export const QueriesDialog = later(() => import('./QueriesDialog.tsx').then((module) => module.QueriesDialog));
export const ImportDialog = later(() => import('../transfer/ImportDialog.tsx').then((module) => module.ImportDialog));
