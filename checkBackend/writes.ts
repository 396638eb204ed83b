import { changePassword, confirm, endTotp, login, logout, totp } from '../contract/calls/auth.ts';
import { batchRead, batchUndo } from '../contract/calls/batch.ts';
import { bulkDelete, bulkEdit } from '../contract/calls/bulk.ts';
import { autoGroupConfig, saveConfig } from '../contract/calls/config.ts';
import { setIndex } from '../contract/calls/content.ts';
import { mediaMove, mediaReplace, mediaUsage } from '../contract/calls/media.ts';
import {
  discardWorkingCopy,
  getUnfinished,
  getWorkingCopy,
  previewLink,
  publish,
  returnToAuthor,
  revokePreviews,
  saveWorkingCopy,
  scheduleWorkingCopy,
  submitForReview,
  takeWorkingCopy,
  withdrawFromReview,
} from '../contract/calls/publishing.ts';
import { recyclePurge, recycleRestore } from '../contract/calls/recycle.ts';
import { revokeSession } from '../contract/calls/session.ts';
import { transferImport } from '../contract/calls/transfer.ts';
import { documentUpload, fileUpload, videoUpload } from '../contract/calls/upload.ts';
import { versionDescribe, versionList, versionRead } from '../contract/calls/version.ts';
import { type Entity, maxIds } from '../contract/entity.ts';
import { calls as contract, type EntityName, entities, entityList } from '../contract/index.ts';
import { exampleOf, fileFor, harmless, noId } from './examples.ts';
import { bad, type CheckContext } from './lines.ts';
import { createOwnRecords, type Own, type OwnRecords } from './ownRecords.ts';
import { attempt } from './reads.ts';

/**
 * Creates, changes and deletes its own records, so that every writing call is made once. The records are removed again,
 * also after a failure.
 * @returns what could not be removed
 */
export async function makeWrites(context: CheckContext): Promise<string[]> {
  const records = createOwnRecords(context);
  const left: string[] = [];
  try {
    await makeAndChange(context, records);
    await checkOwnAccount(context, records);
    await changeConfig(context, records);
    await changeHome(context, records);
    await goThroughMany(context, records);
    await goThroughPublishing(context, records);
    left.push(...(await sendFiles(context, records)));
    await askHarmlessly(context);
  } finally {
    context.isCleaning = true;
    left.push(...(await removeAll(context, records)));
  }
  explainUntried(context);
  return left;
}

/** Says of each call that was not made what the back end did not create for it. */
function explainUntried({ lines, features }: CheckContext): void {
  const all = lines.all();
  const failed = new Set(all.filter(({ verdict }) => bad.includes(verdict)).map(({ path }) => path));
  for (const line of all) {
    if (line.verdict !== 'untried' || line.says.length > 0 || !features.offers(line)) continue;
    const entity = (entityList as readonly Entity[]).find(({ calls }) =>
      Object.values(calls).some(({ path }) => path === line.path),
    );
    const creating = entity ? creatingCalls(entity) : allCreatingCalls;
    const lacking = creating.filter((path) => failed.has(path));
    line.says.push(
      `not made: it needs a record of the check, which ${lacking.join(', ') || 'the back end'} did not make`,
    );
  }
}

const allCreatingCalls = (entityList as readonly Entity[]).flatMap(({ calls }) =>
  calls.create ? [calls.create.path] : [],
);

/** The calls that make a record of an entity, and those that it has to refer to. */
function creatingCalls({ calls, fields }: Entity): string[] {
  const needed = Object.values(fields).filter(({ kind, required }) => kind === 'ref' && required);
  return [
    ...(calls.create ? [calls.create.path] : []),
    ...needed.flatMap(({ entity }) => creatingCalls(entities[entity as EntityName])),
  ];
}

async function makeAndChange({ provider, features, lines }: CheckContext, records: OwnRecords): Promise<void> {
  for (const entity of entityList as (Entity & { name: EntityName })[]) {
    const { create, update } = entity.calls;
    if (!create || !features.offers(create)) continue;
    const one = await attempt(records.own(entity.name));
    if (!one || !update || !features.offers(update)) continue;
    const mark = records.nextMark();
    const previousData = (await attempt(records.find(one))) ?? { id: one.id, ...one.data };
    const data = { ...previousData, [entity.label]: mark };
    const changed = await attempt(provider.update(entity.name, { id: one.id, data, previousData }));
    const row = changed && (await attempt(records.find(one)));
    if (row && row[entity.label] !== mark) lines.note(update, 'differs', ['what was saved is not there']);
    if (row) one.mark = mark;
  }
  await changePage({ provider, lines }, records);
}

/** The page of a column of its own. Some back ends answer it with a page that the site has already: that is not changed. */
async function changePage({ provider, lines }: Pick<CheckContext, 'provider' | 'lines'>, records: OwnRecords) {
  const pagination = { page: 1, perPage: maxIds };
  const before = await attempt(provider.getList('single', { pagination }));
  const column = await attempt(records.own('column', { model: 'single' }));
  const filter = { col_id: column?.id };
  const list = column && (await attempt(provider.getList('single', { filter })));
  const page = list?.data[0];
  if (!page) return;
  if (!before || before.data.some(({ id }) => id === page.id))
    return lines.note(entities.single.calls.update, 'untried', [
      'the new column already had a page of the site, so it was not changed',
    ]);
  const data = { ...page, title: records.nextMark() };
  await attempt(provider.update('single', { id: page.id, data, previousData: page }));
}

async function changeConfig({ http }: CheckContext, records: OwnRecords): Promise<void> {
  const item = await attempt(records.own('config_item'));
  if (!item) return;
  await attempt(http.call(saveConfig, { [String(item.data.en_name)]: records.nextMark() }));
  await attempt(http.call(autoGroupConfig, { gid: Number(item.data.groupId) }));
}

async function changeHome({ http, lines, provider }: CheckContext, records: OwnRecords): Promise<void> {
  const columns = await attempt(provider.getAll('column'));
  if (!columns) return;
  if (columns.every(({ is_home }) => is_home === undefined))
    return lines.note(setIndex, 'untried', ['not made: no column says which is the home page, to be set back to it']);
  const own = await attempt(records.own('column', { model: 'article' }));
  if (!own) return;
  await attempt(http.call(setIndex, { cid: own.id }));
  const home = columns.find(({ is_home }) => is_home === 1);
  if (home) await attempt(http.call(setIndex, { cid: Number(home.id) }));
}

async function goThroughMany({ http, features }: CheckContext, records: OwnRecords): Promise<void> {
  if (features.offers(bulkEdit)) {
    const one = await attempt(records.another('article'));
    const many = { entity: 'article', ids: one ? [one.id] : [] };
    const edited = await attempt(http.call(bulkEdit, { ...many, fields: { is_top: 1 } }));
    if (edited?.batch && features.offers(batchUndo)) {
      await attempt(http.call(batchRead, { batch: edited.batch }));
      await attempt(http.call(batchUndo, { batch: edited.batch }));
    }
    await attempt(http.call(bulkDelete, many));
    if (features.offers(recycleRestore)) await attempt(http.call(recycleRestore, many));
  }
  const csv = fileFor(transferImport.path, records.nextMark());
  if (features.offers(transferImport)) await attempt(http.upload(transferImport, { entity: 'size', dry_run: 1 }, csv));
}

async function goThroughPublishing({ http, features }: CheckContext, records: OwnRecords): Promise<void> {
  const one = features.offers(publish) && (await attempt(records.another('article')));
  if (!one) return;
  const record = { entity: 'article', id: one.id };
  const type = () => attempt(http.call(saveWorkingCopy, { ...record, values: { subtitle: records.nextMark() } }));
  await type();
  await attempt(http.call(submitForReview, record));
  await attempt(http.call(withdrawFromReview, record));
  await attempt(http.call(submitForReview, record));
  await attempt(http.call(returnToAuthor, { ...record, note: records.nextMark() }));
  await attempt(http.call(publish, record));
  if (features.offers(versionList)) {
    const [latest] = (await attempt(http.call(versionList, record)))?.versions ?? [];
    if (latest) await attempt(http.call(versionDescribe, { ...record, n: latest.n, words: records.nextMark() }));
    await attempt(http.call(versionRead, { ...record, n: 1 }));
  }
  await type();
  await attempt(http.call(takeWorkingCopy, record));
  await attempt(
    http.call(scheduleWorkingCopy, { ...record, live_time: exampleOf.time('', { kind: 'time' }) as string }),
  );
  await attempt(http.call(getWorkingCopy, record));
  await attempt(http.call(getUnfinished, { entity: record.entity }));
  await attempt(http.call(discardWorkingCopy, record));
  await attempt(http.call(previewLink, record));
  await attempt(http.call(revokePreviews, record));
}

/** @returns the files that no call can remove */
async function sendFiles({ http, provider, features }: CheckContext, records: OwnRecords): Promise<string[]> {
  const left: string[] = [];
  for (const call of [fileUpload, videoUpload, documentUpload]) {
    const mark = records.nextMark();
    const sent = await attempt(http.upload(call, {}, fileFor(call.path, mark)));
    if (!sent) continue;
    if (!features.offers(mediaMove)) {
      left.push(`file ${sent.url || mark}`);
      continue;
    }
    const id = Number(sent.id);
    records.made.push({ entity: entities.media, id, mark, data: {} });
    if (call !== fileUpload) continue;
    await attempt(provider.update('media', { id, data: { name: mark }, previousData: { id, name: '' } }));
    const folder = await attempt(records.own('media_folder'));
    if (folder) await attempt(http.call(mediaMove, { ids: [id], folder_id: folder.id }));
    await attempt(http.call(mediaUsage, { id }));
    await attempt(http.upload(mediaReplace, { id }, fileFor(call.path, mark)));
  }
  return left;
}

/** Writes without a record of the check's own, such as deleting a visitor's message. */
async function askHarmlessly({ http, provider, features, lines }: CheckContext): Promise<void> {
  for (const { call } of contract.values()) {
    const params = harmless[call.path];
    if (params && features.offers(call)) await attempt(http.call(call, params as Record<string, never>));
  }
  for (const { name, calls } of entityList) {
    const { create, update, delete: remove } = calls;
    if (create || name === 'media' || name === 'single') continue;
    if (update && features.offers(update))
      await attempt(provider.update(name, { id: noId, data: { sort: 0 }, previousData: { id: noId } }));
    if (remove && features.offers(remove)) {
      await attempt(provider.delete(name, { id: noId }));
      lines.note(remove, 'untried', ['asked for a record that is not there: only visitors make one']);
    }
  }
}

/** The newest first, as older records are referred to by newer ones. */
async function removeAll(context: CheckContext, records: OwnRecords): Promise<string[]> {
  const left: string[] = [];
  for (const one of records.made.toReversed())
    if (!(await isRemoved(context, records, one))) left.push(`${one.entity.name} ${one.id} (${one.mark})`);
  return left;
}

/** The page of a single-page column has no deletion call: it is deleted with the column. */
const withPage = ({ entity, data }: Own) =>
  entity.name === 'column' && data.model === 'single' ? { cascade: 1 } : undefined;

async function isRemoved(
  { http, provider, features, lines }: CheckContext,
  records: OwnRecords,
  one: Own,
): Promise<boolean> {
  const { entity, id } = one;
  const call = entity.calls.delete;
  const meta = features.has('recycle') ? withPage(one) : undefined;
  if (!id || !call || !(await attempt(provider.delete(entity.name, { id, meta })))) return false;
  if (entity.recycle && features.offers(recyclePurge))
    await attempt(http.call(recyclePurge, { entity: entity.name, ids: [id] }));
  if (!(await attempt(records.find(one)))) return true;
  lines.note(call, 'differs', ['what was deleted is still there']);
  return false;
}

/** The calls on one's own account, made by an administrator that the check has created. */
async function checkOwnAccount({ http, features, signedIn }: CheckContext, records: OwnRecords): Promise<void> {
  const admin = await attempt(records.own('admin'));
  if (!admin || !features.offers(changePassword)) return;
  const password = String(admin.data.password);
  const theirs = signedIn();
  const { token } = (await attempt(theirs.http.call(login, { username: admin.mark, password }))) ?? {};
  if (!token) return;
  await theirs.session.begin(token);
  const new_password = String(exampleOf.password('', { kind: 'password' }));
  await attempt(theirs.http.call(changePassword, { password, new_password }));
  if (features.offers(confirm)) await attempt(theirs.http.call(confirm, { password: new_password }));
  if (features.offers(totp)) await attempt(theirs.http.call(totp, { action: 'begin' }));
  if (features.offers(revokeSession)) await attempt(theirs.http.call(revokeSession, { all: 1 }));
  if (features.offers(logout)) await attempt(theirs.http.call(logout));
  if (features.offers(endTotp)) await attempt(http.call(endTotp, { aid: admin.id }));
}
