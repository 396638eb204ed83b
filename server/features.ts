import { accounts } from './auth/accounts.ts';
import { ownRules } from './auth/ownRules.ts';
import { ads } from './content/ads.ts';
import { columns } from './content/columns.ts';
import { contentStates, contents } from './content/contents.ts';
import { oldSlugs } from './content/oldSlugs.ts';
import { publishing } from './content/publishRight.ts';
import { workingCopies } from './content/workingCopies.ts';
import type { Feature } from './engine/hooks.ts';
import { operationLog } from './logs/operationLog.ts';
import { mediaUses } from './media/usage.ts';

/** Features with hooks at the steps of a record's life (engine/lifecycle.ts), in the order in which these run. */
export const features: readonly Feature[] = [
  ownRules,
  accounts,
  operationLog,
  mediaUses,
  ads,
  columns,
  contents,
  contentStates,
  publishing,
  oldSlugs,
  workingCopies,
];
