import { contentParam } from '../../contract/entities/contentParam.ts';
import { resource } from '../resource.ts';

export const contentParamResource = resource(contentParam, {
  list: ['title', 'name', 'type', 'cid', 'required', 'sort'],
  filters: ['cid'],
  form: { base: { main: ['title', 'name', 'type', 'options', 'value'], side: ['cid', 'required', 'sort'] } },
});
