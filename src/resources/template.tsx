import { template } from '../../contract/entities/template.ts';
import { resource } from '../declaration/resource.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

export const templateResource = resource(template, {
  list: {
    columns: ['title', 'type', 'model', 'device', 'path', 'is_use'],
    Body: lazyComponent(() => import('../templates/TemplateCards.tsx').then((module) => module.TemplateCards)),
  },
  form: { tabs: { base: { main: ['title', 'thumb', 'sort'], side: ['type', 'model', 'device', 'path'] } } },
  record: { silent: 'all' },
});
