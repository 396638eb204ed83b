import { post } from '../call.ts';
import { template } from '../entities/template.ts';
import { int } from '../fields.ts';

/** Makes a template the one in use for its type, model and device. */
export const useTemplate = post('base.Config/useTemplate', {
  title: '使用模板',
  writes: true,
  screen: template.screen,
  extension: 'config',
  params: { id: int({ required: true, min: 1 }) },
});
