import type { LoggedPath } from '../contract/index.ts';

/** What the operation log's calls are called that are no entity's own; in the product's first language the log has it. */
export const deedsEn: Record<LoggedPath, string> = {
  'auth.auth/login': 'Sign in',
  'auth.auth/changePassword': 'Change password',
  'auth.auth/revokeSession': 'End a session',
  'auth.auth/totp': 'Two-step sign-in',
  'base.admin/endTotp': 'End the two-step sign-in of an administrator',
  'base.content/setIndex': 'Set as home page',
  'base.Config/saveConfig': 'Save configuration',
  'base.Config/useTemplate': 'Use a template',
  'base.Config/testSms': 'Send a test SMS',
  'base.Config/testMail': 'Send a test mail',
  'base.Recycle/restore': 'Restore from the recycle bin',
  'base.Recycle/purge': 'Delete for good',
  'base.Bulk/edit': 'Bulk edit',
  'base.Bulk/delete': 'Bulk delete',
  'base.Transfer/import': 'Import',
  'base.upload/fileUpload': 'Upload a picture',
  'base.upload/videoUpload': 'Upload a video',
  'base.upload/documentUpload': 'Upload a file',
  'base.Media/register': 'Record a file in the cloud',
  'base.Media/replace': 'Replace a media file',
  'base.Media/fetch': 'Bring in a picture of another site',
  'base.Media/move': 'Move media files',
};
