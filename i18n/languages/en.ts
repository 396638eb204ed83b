import englishMessages from 'ra-language-english';
import { accessEn } from '../en/access.ts';
import { accountEn } from '../en/account.ts';
import { backupsEn } from '../en/backups.ts';
import { batchesEn } from '../en/batches.ts';
import { configGroupsEn, configItemsEn } from '../en/config.ts';
import { contentFormEn } from '../en/contentForm.ts';
import { explainEn } from '../en/explain.ts';
import { formEn } from '../en/form.ts';
import { frameEn } from '../en/frame.ts';
import { homeEn } from '../en/home.ts';
import { listEn } from '../en/list.ts';
import { mediaEn } from '../en/media.ts';
import { operationNamesEn } from '../en/operationNames.ts';
import { publishingEn } from '../en/publishing.ts';
import { resourcesEn } from '../en/resources.ts';
import { richTextEn } from '../en/richText.ts';
import { roleFormEn } from '../en/roleForm.ts';
import { safetyEn } from '../en/safety.ts';
import { siteEn } from '../en/site.ts';
import { systemStatusEn } from '../en/systemStatus.ts';
import { tagsEn } from '../en/tags.ts';
import { uploadEn } from '../en/upload.ts';
import { versionsEn } from '../en/versions.ts';
import type { Messages } from '../messages.ts';

export const messages: Messages = {
  ra: englishMessages.ra,
  console: {
    ...accountEn,
    ...frameEn,
    ...homeEn,
    ...listEn,
    ...formEn,
    ...siteEn,
    ...accessEn,
    ...uploadEn,
  },
  ...mediaEn,
  backups: backupsEn,
  ...tagsEn,
  batches: batchesEn,
  explain: explainEn,
  systemStatus: systemStatusEn,
  richText: richTextEn,
  ...contentFormEn,
  ...roleFormEn,
  ...safetyEn,
  publishing: publishingEn,
  versions: versionsEn,
  systemFields: { id: 'ID', sort: 'Order', version: 'Version', create_time: 'Created', update_time: 'Updated' },
  operationNames: operationNamesEn,
  configGroups: configGroupsEn,
  configItems: configItemsEn,
  resources: resourcesEn,
};
