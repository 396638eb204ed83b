import { accessZh } from './access.ts';
import { accountZh } from './account.ts';
import { formZh } from './form.ts';
import { frameZh } from './frame.ts';
import { homeZh } from './home.ts';
import { listZh } from './list.ts';
import { siteZh } from './site.ts';
import { uploadZh } from './upload.ts';

/** The console's texts, by feature. */
export const consoleZh = {
  ...accountZh,
  ...frameZh,
  ...homeZh,
  ...listZh,
  ...formZh,
  ...siteZh,
  ...accessZh,
  ...uploadZh,
};
