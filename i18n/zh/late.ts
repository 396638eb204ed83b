import { backupsZh } from './backups.ts';
import { batchesZh } from './batches.ts';
import { contentFormZh } from './contentForm.ts';
import { explainZh } from './explain.ts';
import { mediaZh } from './media.ts';
import { publishingZh } from './publishing.ts';
import { richTextZh } from './richText.ts';
import { roleFormZh } from './roleForm.ts';
import { safetyZh } from './safety.ts';
import { systemStatusZh } from './systemStatus.ts';
import { tagsZh } from './tags.ts';
import { versionsZh } from './versions.ts';

/** Texts that the first screen does not need, in a script of their own. */
export const lateMessages = {
  backups: backupsZh,
  batches: batchesZh,
  ...contentFormZh,
  explain: explainZh,
  ...mediaZh,
  publishing: publishingZh,
  richText: richTextZh,
  ...roleFormZh,
  ...safetyZh,
  systemStatus: systemStatusZh,
  ...tagsZh,
  versions: versionsZh,
};
