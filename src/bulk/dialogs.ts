import { later } from '../later.tsx';

export const EditMany = later(() => import('./EditMany.tsx').then((module) => module.EditMany));
export const DeleteMany = later(() => import('./DeleteMany.tsx').then((module) => module.DeleteMany));
