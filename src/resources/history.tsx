import { history } from '../../contract/entities/visits.ts';
import { resource } from '../declaration/resource.ts';
import { LaterLogFilters } from '../logs/LaterLogFilters.ts';
import { VisitedContent, VisitorName } from '../logs/VisitedContent.tsx';

export const historyResource = resource(history, {
  list: ['title', 'username', 'model', 'col_id', 'content_id', 'create_time'],
  filters: ['model', 'col_id'],
  Filters: LaterLogFilters,
  form: {},
  listFields: { username: VisitorName, content_id: VisitedContent },
});
