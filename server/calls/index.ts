import type { Handlers } from '../unit.ts';
import { adminHandlers } from './admin.ts';
import { authHandlers } from './auth.ts';
import { bulkHandlers } from './bulk.ts';
import { categoryHandlers } from './category.ts';
import { cloudHandlers } from './cloud.ts';
import { columnHandlers } from './column.ts';
import { configHandlers } from './config.ts';
import { consoleHandlers } from './console.ts';
import { contentHandlers } from './content.ts';
import { mediaHandlers } from './media.ts';
import { messagingHandlers } from './messaging.ts';
import { recycleHandlers } from './recycle.ts';
import { roleHandlers } from './role.ts';
import { ruleHandlers } from './rule.ts';
import { searchHandlers } from './search.ts';
import { sessionHandlers } from './session.ts';
import { siteHandlers } from './site.ts';
import { templateHandlers } from './template.ts';
import { transferHandlers } from './transfer.ts';
import { uploadHandlers } from './upload.ts';

/** Every handler by path. A call of the contract that is not an entity's own and is missing here does not compile. */
export const handlers: Handlers = {
  ...authHandlers,
  ...sessionHandlers,
  ...adminHandlers,
  ...roleHandlers,
  ...ruleHandlers,
  ...consoleHandlers,
  ...columnHandlers,
  ...categoryHandlers,
  ...contentHandlers,
  ...configHandlers,
  ...messagingHandlers,
  ...searchHandlers,
  ...siteHandlers,
  ...recycleHandlers,
  ...bulkHandlers,
  ...templateHandlers,
  ...transferHandlers,
  ...uploadHandlers,
  ...mediaHandlers,
  ...cloudHandlers,
};
