import { adminHandlers } from '../auth/adminHandlers.ts';
import { authHandlers } from '../auth/authHandlers.ts';
import { roleHandlers } from '../auth/roleHandlers.ts';
import { ruleHandlers } from '../auth/ruleHandlers.ts';
import { sessionHandlers } from '../auth/sessionHandlers.ts';
import { bulkHandlers } from '../bulk/bulkHandlers.ts';
import { configHandlers } from '../config/configHandlers.ts';
import { consoleHandlers } from '../console/consoleHandlers.ts';
import { searchHandlers } from '../console/searchHandlers.ts';
import { categoryHandlers } from '../content/categoryHandlers.ts';
import { columnHandlers } from '../content/columnHandlers.ts';
import { contentHandlers } from '../content/contentHandlers.ts';
import { transferHandlers } from '../csv/transferHandlers.ts';
import type { Handlers } from '../engine/callContext.ts';
import { cloudHandlers } from '../media/cloudHandlers.ts';
import { mediaHandlers } from '../media/mediaHandlers.ts';
import { uploadHandlers } from '../media/uploadHandlers.ts';
import { messagingHandlers } from '../messaging/messagingHandlers.ts';
import { recycleHandlers } from '../recycle/recycleHandlers.ts';
import { siteHandlers } from '../site/siteHandlers.ts';
import { templateHandlers } from '../templates/templateHandlers.ts';

/** Every handler by path. A contract call without a generic handler that is missing here does not compile. */
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
