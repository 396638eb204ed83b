import { randomBytes } from 'node:crypto';
import { savePreference, saveProfile, sendVerify } from '../contract/calls/auth.ts';
import { createBackup, deleteBackup, downloadBackup } from '../contract/calls/backup.ts';
import { bulkDuplicate, bulkSelect } from '../contract/calls/bulk.ts';
import { checkContent, checkLinks } from '../contract/calls/check.ts';
import { getCos, mediaRegister } from '../contract/calls/cloud.ts';
import { testMail, testSms, useTemplate } from '../contract/calls/config.ts';
import { lastEdit, menu, searchRecords, webData, webInfo } from '../contract/calls/console.ts';
import { getContentTopMenu } from '../contract/calls/content.ts';
import { explain, whoCan, whoCanGrant } from '../contract/calls/explain.ts';
import { mediaChange, mediaFetch } from '../contract/calls/media.ts';
import { addPasskey, beginPasskey, passkeyChallenge, passkeyLogin, removePasskey } from '../contract/calls/passkey.ts';
import { endNewSession, endView, newSession, viewAs } from '../contract/calls/session.ts';
import { tagRename } from '../contract/calls/tags.ts';
import { createToken, revokeToken } from '../contract/calls/token.ts';
import { exportCall } from '../contract/calls/transfer.ts';
import type { Field } from '../contract/fields.ts';
import type { Kind } from '../contract/kinds.ts';

/** Values that calls need, written by hand; all else of a check derives from the contract. */

/** The label of each record that the check creates. */
export const markOf = (run: string, n: number) => `rtop_check_${run}_${n}`;
export const newRun = () => randomBytes(3).toString('hex');

export const readParams: Record<string, Record<string, unknown>> = {
  [menu.path]: { pid: 0 },
  [getContentTopMenu.path]: { model: 'article' },
  [searchRecords.path]: { q: 'rtop_check' },
  [lastEdit.path]: { entity: 'column' },
  [bulkSelect.path]: { entity: 'size' },
  [checkContent.path]: { entity: 'article', fields: {} },
  [checkLinks.path]: { entity: 'article', fields: {} },
  [exportCall.path]: { entity: 'size' },
  // The built-in role.
  [explain.path]: { role: 1, rights: ['base.base/getNavList'] },
  [whoCan.path]: { rights: ['base.base/getNavList'] },
  [whoCanGrant.path]: { rule: 'base.base/getNavList' },
};

/** Calls of the specification whose path it does not name, and what the console does where they are not answered. */
export const guessed: Record<string, string> = {
  [webInfo.path]: 'its path is not specified; without it title and logo come from base.Config/sysConfig',
  [webData.path]: 'its path is not specified; without it all models are offered',
};

/** Values that are not required, but without which a record is of no use. */
export const extras: Record<string, (mark: string) => Record<string, unknown>> = {
  category: () => ({ type: 'article' }),
  nav: () => ({ url: '/' }),
  config_group: (mark) => ({ ident: mark }),
};

/** An id that no record has. */
export const noId = 2_000_000_000;

/** Writes without a record of the check's own, made with parameters that change nothing. */
export const harmless: Record<string, Record<string, unknown>> = {
  [savePreference.path]: { name: 'rtop_check', value: null },
  [saveProfile.path]: {},
  [mediaRegister.path]: { key: 'upload/check/rtop_check.png' },
  [bulkDuplicate.path]: { entity: 'article', ids: [noId] },
  [mediaChange.path]: { id: noId },
  [tagRename.path]: { title: 'rtop_check', to: 'rtop_check' },
  [useTemplate.path]: { id: noId },
  [deleteBackup.path]: { id: noId },
  [viewAs.path]: { admin: noId },
  [endView.path]: {},
  [newSession.path]: { token: 'rtop_check' },
  [endNewSession.path]: { token: 'rtop_check' },
  [revokeToken.path]: { id: noId },
  [beginPasskey.path]: {},
  [addPasskey.path]: { passkey: {} },
  [removePasskey.path]: { id: noId },
  [passkeyChallenge.path]: {},
  // A server must refuse to fetch from itself.
  [mediaFetch.path]: { url: 'http://127.0.0.1/rtop_check.png' },
};

/** Calls that may be refused: a service is not configured, or the record does not exist. */
export const mayRefuse: readonly string[] = [
  getCos.path,
  mediaRegister.path,
  mediaFetch.path,
  bulkDuplicate.path,
  mediaChange.path,
  deleteBackup.path,
  viewAs.path,
  newSession.path,
  endNewSession.path,
  revokeToken.path,
  // At an address of numbers there are no passkeys.
  beginPasskey.path,
  addPasskey.path,
  removePasskey.path,
  passkeyChallenge.path,
  useTemplate.path,
  'base.Config/saveTemplate',
  'base.content/editMessage',
  'base.content/deleteForm',
  'base.admin/endTotp',
];

export const never: Record<string, string> = {
  ...Object.fromEntries([sendVerify, testSms, testMail].map(({ path }) => [path, 'it would send a message'])),
  [createToken.path]: 'it would make a token',
  [passkeyLogin.path]: 'it would count as a failed sign-in',
  [createBackup.path]: 'it would make a backup of the whole site',
  [downloadBackup.path]: 'it would send the whole site',
};

/** A value of each kind; `mark` names the record. */
export const exampleOf: Record<Kind, (mark: string, field: Field) => unknown> = {
  text: (mark) => mark,
  longtext: (mark) => mark,
  html: (mark) => `<p>${mark}</p>`,
  slug: (mark) => mark,
  password: () => randomBytes(12).toString('base64url'),
  image: (mark) => `/upload/${mark}.png`,
  file: (mark) => `/upload/${mark}.mp4`,
  choice: (_mark, { values = [] }) => values[0],
  int: () => 1,
  money: () => '1.00',
  ref: () => 0,
  refs: () => [],
  flag: () => 1,
  bool: () => true,
  time: () => '2030-01-02T03:04:05Z',
  images: (mark) => [{ url: `/upload/${mark}.png`, title: mark, intro: '', sort: 0 }],
  files: (mark) => [{ title: mark, url: `/upload/${mark}.zip`, size: 1, ext: 'zip', extract_code: '' }],
  items: () => [],
  params: () => ({}),
  json: () => null,
};

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** The first box of an MP4, which identifies its type. */
const mp4 = 'AAAAGGZ0eXBpc29tAAACAGlzb21tcDQyAAAACGZyZWU=';

/** A small file for each call that takes one. */
export const fileFor = (path: string, mark: string): File => {
  if (path.endsWith('videoUpload')) return fileOf(`${mark}.mp4`, 'video/mp4', Buffer.from(mp4, 'base64'));
  if (path.endsWith('documentUpload')) return fileOf(`${mark}.txt`, 'text/plain', Buffer.from(mark));
  if (path.endsWith('import')) return fileOf(`${mark}.csv`, 'text/csv', Buffer.from(`title\n${mark}\n`));
  return fileOf(`${mark}.png`, 'image/png', Buffer.from(png, 'base64'));
};
const fileOf = (name: string, type: string, content: Buffer<ArrayBuffer>) => new File([content], name, { type });
