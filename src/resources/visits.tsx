import { collect, downRecord, history } from '../../contract/entities/visits.ts';
import { resource } from '../declaration/resource.ts';
import { LaterLogFilters } from '../logs/LaterLogFilters.ts';
import { VisitedContent, VisitorName } from '../logs/VisitedContent.tsx';

const visits = (entity: typeof history | typeof collect | typeof downRecord) =>
  resource(entity, {
    list: {
      columns: ['title', 'username', 'model', 'col_id', 'content_id', 'create_time'],
      filters: ['model', 'col_id'],
      Filters: LaterLogFilters,
    },
    record: { displays: { username: VisitorName, content_id: VisitedContent } },
  });

export const [historyResource, collectResource, downRecordResource] = [
  visits(history),
  visits(collect),
  visits(downRecord),
];
