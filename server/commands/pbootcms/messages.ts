import { message } from '../../../contract/entities/message.ts';
import { originOf, timesOf } from './columns.ts';
import { extraFieldsOf, paramValues } from './extraFields.ts';
import type { Images } from './images.ts';
import { modelsOf } from './models.ts';
import type { PreparedRecord } from './records.ts';
import type { Source } from './source.ts';
import { fitToContract } from './values.ts';

export function prepareMessages(source: Source, images: Images, say: (note: string) => void): PreparedRecord[] {
  const modelOf = modelsOf(source);
  const column = source.ay_content_sort.find((each) => modelOf(each) === 'message');
  if (!column) {
    const n = source.ay_message.length;
    if (n > 0) say(`${n} messages were not brought in: no page of the source takes messages.`);
    return [];
  }
  const fields = extraFieldsOf(source)(column);
  return source.ay_message.map((row) => {
    const label = `Message of "${row.contacts}"`;
    const times = timesOf(row);
    const draft = {
      name: row.contacts,
      mobile: row.mobile,
      content: row.content,
      ip: addressOf(row.user_ip),
      device: [row.user_os, row.user_bs].filter(Boolean).join(' / '),
      data: paramValues(fields, source.messageExtra.get(row.id), { images, label, say }),
      is_read: row.status === '1' || row.recontent !== '' ? 1 : 0,
      is_star: 0,
      reply: row.recontent,
      reply_time: row.recontent ? times.update_time : null,
    };
    return {
      entity: message,
      origin: originOf(row),
      label,
      ...times,
      draft: fitToContract(message, draft, label, say),
      refs: { col_id: { entity: 'column' as const, origin: originOf(column) } },
    };
  });
}

/** PbootCMS stores an IPv4 address as a number. */
function addressOf(stored: string): string {
  const number = Number(stored);
  if (!/^\d+$/.test(stored) || number > 0xff_ff_ff_ff) return stored;
  return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.');
}
