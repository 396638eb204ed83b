import type { Migration } from 'kysely/migration';
import * as first from './0001-first.ts';
import * as frame from './0002-frame.ts';
import * as entities from './0003-entities.ts';
import * as config from './0004-config.ts';
import * as recycle from './0005-recycle.ts';
import * as signIn from './0006-sign-in.ts';
import * as media from './0007-media.ts';
import * as templates from './0008-templates.ts';
import * as secretsOutOfLog from './0009-secrets-out-of-log.ts';
import * as phoneNumbers from './0010-phone-numbers.ts';
import * as importSteps from './0011-import-steps.ts';
import * as logCleaning from './0012-log-cleaning.ts';
import * as nextTurn from './0013-next-turn.ts';
import * as mediaUrl from './0014-media-url.ts';
import * as tagIndexes from './0015-tag-indexes.ts';
import * as slugs0016 from './0016-slugs.ts';
import * as publishing from './0017-publishing.ts';
import * as mediaText0018 from './0018-media-text.ts';
import * as previews from './0019-previews.ts';
import * as versions from './0020-versions.ts';
import * as batches0021 from './0021-batches.ts';
import * as backups0022 from './0022-backups.ts';
import * as sessionWrites from './0023-session-writes.ts';
import * as modelRules from './0024-model-rules.ts';
import * as roleLimits0025 from './0025-role-limits.ts';
import * as viewAs from './0026-view-as.ts';
import * as programTokens from './0027-program-tokens.ts';
import * as confirmedTime from './0028-confirmed-time.ts';
import * as passkeys0029 from './0029-passkeys.ts';
import * as devices from './0030-devices.ts';
import * as previewRole from './0031-preview-role.ts';
import * as programIdentity from './0032-program-identity.ts';
import * as stepPaths from './0033-step-paths.ts';
import * as batchValues from './0034-batch-values.ts';
import * as batchOrder from './0035-batch-order.ts';
import * as begunCopies from './0036-begun-copies.ts';
import * as sortKeys0037 from './0037-sort-keys.ts';
import * as searchedItems from './0038-searched-items.ts';

/** Every migration by name, in order. Once landed a migration is frozen: a change is a new one. */
export const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-frame': frame,
  '0003-entities': entities,
  '0004-config': config,
  '0005-recycle': recycle,
  '0006-sign-in': signIn,
  '0007-media': media,
  '0008-templates': templates,
  '0009-secrets-out-of-log': secretsOutOfLog,
  '0010-phone-numbers': phoneNumbers,
  '0011-import-steps': importSteps,
  '0012-log-cleaning': logCleaning,
  '0013-next-turn': nextTurn,
  '0014-media-url': mediaUrl,
  '0015-tag-indexes': tagIndexes,
  '0016-slugs': slugs0016,
  '0017-publishing': publishing,
  '0018-media-text': mediaText0018,
  '0019-previews': previews,
  '0020-versions': versions,
  '0021-batches': batches0021,
  '0022-backups': backups0022,
  '0023-session-writes': sessionWrites,
  '0024-model-rules': modelRules,
  '0025-role-limits': roleLimits0025,
  '0026-view-as': viewAs,
  '0027-program-tokens': programTokens,
  '0028-confirmed-time': confirmedTime,
  '0029-passkeys': passkeys0029,
  '0030-devices': devices,
  '0031-preview-role': previewRole,
  '0032-program-identity': programIdentity,
  '0033-step-paths': stepPaths,
  '0034-batch-values': batchValues,
  '0035-batch-order': batchOrder,
  '0036-begun-copies': begunCopies,
  '0037-sort-keys': sortKeys0037,
  '0038-searched-items': searchedItems,
};
