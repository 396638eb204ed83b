import { Box } from '@mui/material';
import { message } from '../../contract/entities/message.ts';
import { contentResource } from '../content/contentResource.tsx';
import type { ShowProps } from '../declaration/common.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

export const messageResource = contentResource(message, {
  replaces: {
    columns: ['name', 'content', 'mobile', 'is_read', 'is_star', 'create_time'],
    filters: ['is_read', 'is_star'],
    tabs: {
      message: {
        main: ['content', 'data', 'reply'],
        side: [
          ...(['name', 'mobile', 'email', 'column_title', 'create_time'] as const),
          ...(['is_read', 'is_star', 'reply_time', 'ip', 'device'] as const),
        ],
      },
    },
  },
  form: {
    inputs: { data: lazyInput(() => import('../content/MessageData.tsx').then((module) => module.MessageData), 0) },
    OpenEffect: lazyComponent(() => import('../content/MessageData.tsx').then((module) => module.MarkRead)),
  },
  // Where the back end cannot mark a message as read, each would be bold for ever.
  row: { isUnread: ({ is_read }) => is_read === 0 && features.offers(message.calls.update) },
  record: { displays: { content: MessageLine } },
});

function MessageLine({ name, record }: ShowProps) {
  const text = String(record[name] ?? '').replace(/\s+/g, ' ');
  return (
    <Box
      component="span"
      title={text}
      sx={{
        display: 'block',
        width: { md: sizes.messageLine },
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      {text}
    </Box>
  );
}
