import { post } from '../call.ts';
import { template } from '../entities/template.ts';
import { int } from '../fields.ts';

export const useTemplate = post('base.Config/useTemplate', {
  title: '使用模板',
  writes: true,
  screen: template.screen,
  extension: 'config',
  params: { id: int({ required: true, min: 1 }) },
});
