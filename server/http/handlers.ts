import { adminHandlers } from '../auth/adminHandlers.ts';
import { authHandlers } from '../auth/authHandlers.ts';
import { confirmHandlers } from '../auth/confirmHandlers.ts';
import { explainHandlers } from '../auth/explain/explainHandlers.ts';
import { passkeyHandlers } from '../auth/passkeyHandlers.ts';
import { tokenHandlers } from '../auth/programTokens.ts';
import { roleHandlers } from '../auth/roleHandlers.ts';
import { ruleHandlers } from '../auth/ruleHandlers.ts';
import { backupHandlers } from '../backup/backupHandlers.ts';
import { bulkHandlers } from '../bulk/bulkHandlers.ts';
import { configHandlers } from '../config/configHandlers.ts';
import { consoleHandlers } from '../console/consoleHandlers.ts';
import { systemHandlers } from '../console/systemStatus.ts';
import { columnHandlers } from '../content/columnHandlers.ts';
import { contentHandlers } from '../content/contentHandlers.ts';
import { paramHandlers } from '../content/paramHandlers.ts';
import { checkHandlers } from '../content/publishCheck.ts';
import { publishingHandlers } from '../content/publishingHandlers.ts';
import { tagHandlers } from '../content/tags.ts';
import { workingCopyHandlers } from '../content/workingCopyHandlers.ts';
import { transferHandlers } from '../csv/transferHandlers.ts';
import type { Handlers } from '../engine/callContext.ts';
import { mediaHandlers } from '../media/mediaHandlers.ts';
import { messagingHandlers } from '../messaging/messagingHandlers.ts';
import { recycleHandlers } from '../recycle/recycleHandlers.ts';
import { siteHandlers } from '../site/siteHandlers.ts';
import { templateHandlers } from '../templates/templateHandlers.ts';
import { batchHandlers } from '../versions/batchHandlers.ts';
import { versionHandlers } from '../versions/versionHandlers.ts';

/** Every handler by path. A contract call without a generic handler that is missing here does not compile. */
export const handlers: Handlers = {
  ...authHandlers,
  ...confirmHandlers,
  ...adminHandlers,
  ...explainHandlers,
  ...passkeyHandlers,
  ...tokenHandlers,
  ...roleHandlers,
  ...ruleHandlers,
  ...consoleHandlers,
  ...systemHandlers,
  ...backupHandlers,
  ...columnHandlers,
  ...contentHandlers,
  ...publishingHandlers,
  ...workingCopyHandlers,
  ...paramHandlers,
  ...tagHandlers,
  ...checkHandlers,
  ...configHandlers,
  ...messagingHandlers,
  ...siteHandlers,
  ...recycleHandlers,
  ...bulkHandlers,
  ...templateHandlers,
  ...transferHandlers,
  ...mediaHandlers,
  ...versionHandlers,
  ...batchHandlers,
};
