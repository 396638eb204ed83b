import { message } from '../../contract/entities/message.ts';
import { contentResource } from '../contentResource.ts';

export const messageResource = contentResource(message, {
  list: ['name', 'content', 'column_title', 'is_read', 'is_star', 'create_time'],
  filters: ['is_read', 'is_star'],
  form: {
    message: {
      main: ['content', 'data', 'reply'],
      side: [
        'name',
        'mobile',
        'email',
        'column_title',
        'create_time',
        'is_read',
        'is_star',
        'reply_time',
        'ip',
        'device',
      ],
    },
  },
});
