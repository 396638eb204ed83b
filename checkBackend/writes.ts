import { bulkDelete, bulkEdit } from '../contract/calls/bulk.ts';
import { autoGroupConfig, saveConfig } from '../contract/calls/config.ts';
import { setIndex } from '../contract/calls/content.ts';
import { mediaMove, mediaReplace, mediaUsage } from '../contract/calls/media.ts';
import { recyclePurge, recycleRestore } from '../contract/calls/recycle.ts';
import { transferImport } from '../contract/calls/transfer.ts';
import { documentUpload, fileUpload, videoUpload } from '../contract/calls/upload.ts';
import type { Entity } from '../contract/entity.ts';
import { calls as contract, type EntityName, entities, entityList } from '../contract/index.ts';
import type { Checked } from './checked.ts';
import { fileFor, harmless, noId } from './examples.ts';
import { beOwnAdmin } from './ownAdmin.ts';
import { createOwnRecords, type Own, type OwnRecords } from './ownRecords.ts';
import { goingOn } from './reads.ts';

/**
 * Makes, changes and deletes records of its own, so that every call that writes is made once. What it made is removed
 * again, also where something fails in between.
 * @returns what could not be removed
 */
export async function makeWrites(checked: Checked): Promise<string[]> {
  const records = createOwnRecords(checked);
  const left: string[] = [];
  try {
    await makeAndChange(checked, records);
    await beOwnAdmin(checked, records);
    await changeConfig(checked, records);
    await changeHome(checked, records);
    await goThroughMany(checked, records);
    left.push(...(await sendFiles(checked, records)));
    await askHarmlessly(checked);
  } finally {
    checked.isCleaning = true;
    left.push(...(await removeAll(checked, records)));
  }
  return left;
}

async function makeAndChange({ provider, features, lines }: Checked, records: OwnRecords): Promise<void> {
  for (const entity of entityList as (Entity & { name: EntityName })[]) {
    const { create, update } = entity.calls;
    if (!create || !features.offers(create)) continue;
    const one = await goingOn(records.own(entity.name));
    if (!one || !update || !features.offers(update)) continue;
    const mark = records.nextMark();
    const previousData = (await goingOn(records.find(one))) ?? { id: one.id, ...one.data };
    const data = { ...previousData, [entity.label]: mark };
    const changed = await goingOn(provider.update(entity.name, { id: one.id, data, previousData }));
    const row = changed && (await goingOn(records.find(one)));
    if (row && row[entity.label] !== mark) lines.note(update, 'differs', ['what was saved is not there']);
    if (row) one.mark = mark;
  }
  const column = await goingOn(records.own('column', { model: 'single' }));
  const filter = { col_id: column?.id };
  const list = column && (await goingOn(provider.getList('single', { filter })));
  const page = list?.data[0];
  if (page)
    await goingOn(
      provider.update('single', { id: page.id, data: { ...page, title: records.nextMark() }, previousData: page }),
    );
}

async function changeConfig({ http }: Checked, records: OwnRecords): Promise<void> {
  const item = await goingOn(records.own('config_item'));
  if (!item) return;
  await goingOn(http.call(saveConfig, { [String(item.data.en_name)]: records.nextMark() }));
  await goingOn(http.call(autoGroupConfig, { gid: Number(item.data.groupId) }));
}

/** The home is again what it was. */
async function changeHome({ http, provider }: Checked, records: OwnRecords): Promise<void> {
  const columns = await goingOn(provider.getAll('column'));
  const own = await goingOn(records.own('column', { model: 'article' }));
  if (!own || !columns) return;
  await goingOn(http.call(setIndex, { cid: own.id }));
  const home = columns.find(({ is_home }) => is_home === 1);
  if (home) await goingOn(http.call(setIndex, { cid: Number(home.id) }));
}

async function goThroughMany({ http, features }: Checked, records: OwnRecords): Promise<void> {
  if (features.offers(bulkEdit)) {
    const one = await goingOn(records.another('article'));
    const many = { entity: 'article', ids: one ? [one.id] : [] };
    await goingOn(http.call(bulkEdit, { ...many, fields: { is_top: 1 } }));
    await goingOn(http.call(bulkDelete, many));
    if (features.offers(recycleRestore)) await goingOn(http.call(recycleRestore, many));
  }
  const csv = fileFor(transferImport.path, records.nextMark());
  if (features.offers(transferImport)) await goingOn(http.upload(transferImport, { entity: 'size', dry_run: 1 }, csv));
}

/** @returns the files that no call can remove */
async function sendFiles({ http, provider, features }: Checked, records: OwnRecords): Promise<string[]> {
  const left: string[] = [];
  for (const call of [fileUpload, videoUpload, documentUpload]) {
    const mark = records.nextMark();
    const sent = await goingOn(http.upload(call, {}, fileFor(call.path, mark)));
    if (!sent) continue;
    if (!features.offers(mediaMove)) {
      left.push(`file ${sent.url}`);
      continue;
    }
    const id = Number(sent.id);
    records.made.push({ entity: entities.media, id, mark, data: {} });
    if (call !== fileUpload) continue;
    await goingOn(provider.update('media', { id, data: { name: mark }, previousData: { id, name: '' } }));
    const folder = await goingOn(records.own('media_folder'));
    if (folder) await goingOn(http.call(mediaMove, { ids: [id], folder_id: folder.id }));
    await goingOn(http.call(mediaUsage, { id }));
    await goingOn(http.upload(mediaReplace, { id }, fileFor(call.path, mark)));
  }
  return left;
}

/** What nothing of one's own stands behind, such as the deletion of a visitor's message. */
async function askHarmlessly({ http, provider, features, lines }: Checked): Promise<void> {
  for (const { call } of contract.values()) {
    const params = harmless[call.path];
    if (params && features.offers(call)) await goingOn(http.call(call, params as Record<string, never>));
  }
  for (const { name, calls } of entityList) {
    const { create, update, delete: remove } = calls;
    if (create || name === 'media' || name === 'single') continue;
    if (update && features.offers(update))
      await goingOn(provider.update(name, { id: noId, data: { sort: 0 }, previousData: { id: noId } }));
    if (remove && features.offers(remove)) {
      await goingOn(provider.delete(name, { id: noId }));
      lines.note(remove, 'untried', ['asked for a record that is not there: only visitors make one']);
    }
  }
}

/** The last first, since what was made first holds what came after. */
async function removeAll(checked: Checked, records: OwnRecords): Promise<string[]> {
  const left: string[] = [];
  for (const one of records.made.toReversed())
    if (!(await isRemoved(checked, records, one))) left.push(`${one.entity.name} ${one.id} (${one.mark})`);
  return left;
}

/** The page of a column of single pages has no deletion of its own: it goes with the column. */
const withPage = ({ entity, data }: Own) =>
  entity.name === 'column' && data.model === 'single' ? { cascade: 1 } : undefined;

async function isRemoved(
  { http, provider, features, lines }: Checked,
  records: OwnRecords,
  one: Own,
): Promise<boolean> {
  const { entity, id } = one;
  const call = entity.calls.delete;
  const meta = features.has('recycle') ? withPage(one) : undefined;
  if (!id || !call || !(await goingOn(provider.delete(entity.name, { id, meta })))) return false;
  if (entity.recycle && features.offers(recyclePurge))
    await goingOn(http.call(recyclePurge, { entity: entity.name, ids: [id] }));
  if (!(await goingOn(records.find(one)))) return true;
  lines.note(call, 'differs', ['what was deleted is still there']);
  return false;
}
