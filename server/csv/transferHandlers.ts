import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Call } from '../../contract/call.ts';
import type { Entity } from '../../contract/entity.ts';
import { assertMay, assertMayList } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { openFairQueue } from '../core/fairQueue.ts';
import { openSemaphore } from '../core/semaphore.ts';
import { createYield } from '../core/turns.ts';
import type { CallContext, Caller, Handlers } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { filterOf } from '../engine/list/filterOf.ts';
import type { ListQuery } from '../engine/list/queryFilter.ts';
import { selectRows } from '../engine/list/rows.ts';
import { hiddenFields, limitedQuery } from '../engine/withinLimits.ts';
import { partsOfRecords } from '../engine/write/partsByBytes.ts';
import { batchIn, genericEntity } from '../recycle/recycled.ts';
import { inSteps } from '../steps/inSteps.ts';
import { cellOf, exportedFields, harmless } from './csvCells.ts';
import { fileParamsOf, ownerOf, paramCell, paramsByOwner } from './csvParams.ts';
import { type FileWords, fileWords } from './csvText.ts';
import { hasMoreRows, openImport, type Report, type Source } from './importCsv.ts';
import { checkInSteps, writeInSteps } from './importSteps.ts';
import { refNamesOf } from './refNames.ts';

const mB = 1024 * 1024;
/** The most that one import transaction takes, during which other writers wait. */
const transactionLimits = { tree: { rows: 1000, bytes: mB }, other: { rows: 200, bytes: 128 * 1024 } };

/** Thrown to roll a transaction back; carries its report. */
class RolledBackReport extends Error {
  readonly report: Report;
  constructor(report: Report) {
    super('rolled back');
    this.report = report;
  }
}

function callsOf({ calls: { create, update } }: Entity): Call[] {
  if (!create || !update) throw new InvalidInput({ entity: { key: 'field_choice' } });
  return [create, update];
}

interface Given {
  source: Source;
  isDry: boolean;
  about: Record<string, unknown>;
  sha256: string;
  /** Runs the transaction; a repeat with the same key gets its report. */
  step: (work: (inside: CallContext) => Promise<Report>) => Promise<Report>;
}

/** Imports all rows in one transaction, because a row may refer to one above it. */
async function importAtOnce(context: CallContext, entity: Entity, { source, isDry, step }: Given) {
  let isFirst = false;
  const report = await step(async (inside) => {
    isFirst = true;
    const { report, take } = await openImport(inside, entity, source);
    await take(inside, Number.POSITIVE_INFINITY);
    // A caller that has disconnected would not learn that the import succeeded, and would send it again.
    if (isDry || report.errors.length > 0 || context.isGone()) throw new RolledBackReport(report);
    return report;
  });
  return { ...report, repeated: isFirst ? (0 as const) : (1 as const) };
}

async function importInSteps(context: CallContext, entity: Entity, { source, isDry, about, sha256 }: Given) {
  const uses = callsOf(entity);
  return inSteps(context, { entity, uses }, async (steps) => {
    const first = (await context.firstReply('import', { ...about, sha256 })) as Report | undefined;
    if (first) return { ...first, repeated: 1 as const };
    const checked = await checkInSteps(context, entity, { source, uses });
    if (isDry || checked.errors.length > 0) throw new RolledBackReport(checked);
    const written = await writeInSteps(context, entity, { source, steps, about });
    const report = await steps.finish('import', { ...about, sha256 }, about, async () => written);
    return { ...report, repeated: 0 as const };
  });
}

/** @throws InvalidInput, CallError if the file needs steps, but its rows may refer to each other */
async function needsSteps(entity: Entity, data: Buffer): Promise<boolean> {
  const isTree = refersToItself(entity);
  const { rows, bytes } = isTree ? transactionLimits.tree : transactionLimits.other;
  const isLarge = data.length > bytes;
  if (!isLarge && !(await hasMoreRows(data, rows))) return false;
  if (!isTree) return true;
  if (isLarge) throw new CallError('csv_tree_large', { limit: bytes / mB });
  const values = { limit: rows };
  throw new InvalidInput({ file: { key: 'field_too_many', values } }, 'csv_rows_many', values);
}

const refersToItself = ({ fields, name }: Entity) => Object.values(fields).some(({ entity }) => entity === name);

/** An export keeps some pages of records in memory until somebody reads them, so one that is read too slowly ends. */
const maxExportMs = 30 * 60_000;
const acquireExport = openSemaphore(
  { maxPerOwner: 6, maxTotal: 18 },
  () => new CallError('exports_many', { seconds: 5 }),
);

/**
 * An import holds a database connection, and the only write lock of SQLite, while it reads and writes a part of its rows. So each
 * administrator has one at a time, a dry run too, and the others wait.
 */
const importQueue = openFairQueue<number>(
  { maxPerOwner: 3, maxTotal: 24, maxConcurrent: 4 },
  () => new CallError('imports_many', { seconds: 5 }),
);

export const transferHandlers = {
  'base.Transfer/export': async (context, { entity: name, filter, sort, order, ...words }) => {
    const entity = genericEntity(name);
    await assertMayList(context, entity);
    const query = await filterOf(context, entity, { ...filter, ...(sort && { sort }), ...(order && { order }) });
    const release = acquireExport(context.admin?.id ?? 0);
    try {
      const stream = await exportCsv(context, entity, query, {
        words: fileWords(words),
        warn: (what) => context.warn('export', what),
        admitAgain: () => context.admitAgain([entity.calls.list]),
      });
      const ending = setTimeout(() => stream.destroy(), maxExportMs).unref();
      stream.once('close', () => {
        clearTimeout(ending);
        release();
      });
      return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', stream };
    } catch (error) {
      release();
      throw error;
    }
  },

  'base.Transfer/import': async (context, { entity: name, dry_run, skip_unknown, empty_cells, ...words }) => {
    const entity = genericEntity(name);
    for (const call of callsOf(entity)) await assertMay(context, call);
    const { file } = context;
    if (!file) throw new CallError('csv_missing');
    if (file.data.length === 0) throw new CallError('file_empty');
    const sha256 = createHash('sha256').update(file.data).digest('hex');
    const about = { entity: name, file: file.name };
    const step = (work: (inside: CallContext) => Promise<Report>) =>
      context.step('import', { ...about, sha256 }, about, work);
    const source = {
      data: file.data,
      words: fileWords(words),
      skipsUnknown: skip_unknown === 1,
      ...(empty_cells !== undefined && { empties: empty_cells === 1 }),
    };
    try {
      const run = (await needsSteps(entity, file.data)) ? importInSteps : importAtOnce;
      const given = { source, isDry: dry_run === 1, about, sha256, step };
      const work = () => run(context, entity, given);
      const report = await importQueue.run(context.admin?.id ?? 0, work, context.untilLate());
      return { ...report, batch: batchIn(context, entity) };
    } catch (error) {
      if (!(error instanceof RolledBackReport)) throw error;
      context.say('ok');
      return { ...error.report, repeated: 0 as const, batch: '' };
    }
  },
} satisfies Partial<Handlers>;

const batch = 500;

/**
 * Returns all records of a query as CSV in UTF-8 with BOM. They are read while it is sent, as long as the caller may.
 */
async function exportCsv(
  caller: Caller,
  entity: Entity,
  query: ListQuery,
  { words, warn, admitAgain }: { words: FileWords; warn: (what: string) => void; admitAgain: () => Promise<void> },
): Promise<Readable> {
  const { db } = caller;
  const hidden = hiddenFields(caller, entity);
  const names = await refNamesOf(caller, entity);
  // This refuses a filter by a hidden field before anything is sent.
  const { col_id } = limitedQuery(caller, entity, query);
  const wanted = col_id === undefined || col_id === null ? undefined : [col_id].flat().map(Number);
  const all = hidden.includes('params') ? [] : await fileParamsOf(caller, entity, words.labels);
  const params = all.filter(({ cid }) => wanted?.includes(cid) ?? true);
  const headings = [...new Set(params.map(({ heading }) => heading))];
  const columns = exportedFields(caller, entity);
  const heading = [...['id', ...columns].map((name) => words.labels[name]?.[0] ?? name), ...headings].map(harmless);
  const byOwner = paramsByOwner(params);
  const cellsOfParams = (row: Record<string, unknown>) => {
    const own = byOwner.get(ownerOf(entity, { cid: Number(row.col_id), id: Number(row.id) })) ?? [];
    const ownByHeading = new Map(own.map((param) => [param.heading, param]));
    const values = (row.params ?? {}) as Record<string, unknown>;
    return headings.map((title) => {
      const param = ownByHeading.get(title);
      return param ? paramCell(param, values[param.name], words) : '';
    });
  };
  async function assertStillMay() {
    await admitAgain();
    // The first line has fixed the columns, so a field that is hidden by now ends the export.
    if (hiddenFields(caller, entity).some((name) => !hidden.includes(name))) throw new CallError('forbidden');
  }
  async function* rows() {
    yield heading;
    const seen = new Set<number>();
    const yieldToOthers = createYield(db);
    for (let offset = 0; ; offset += batch) {
      const page = await selectRows(caller, entity, query, { limit: batch, offset, heavy: false, onlyIds: true });
      // A record that was added meanwhile shifts the others, so one may come twice.
      const ids = page.map(({ id }) => Number(id)).filter((id) => !seen.has(id));
      for (const id of ids) seen.add(id);
      for (const part of await partsOfRecords(db, entity, ids)) {
        await assertStillMay();
        const found = await lifecycle.rowsOf(caller, entity, { ids: part }, { heavy: true });
        const byId = new Map<number, Record<string, unknown>>(found.map((row) => [Number(row.id), row]));
        for (const id of part) {
          await yieldToOthers();
          const row = byId.get(id);
          if (!row) continue; // deleted meanwhile
          yield [
            String(row.id),
            ...columns.map((name) => cellOf(entity, name, row[name], { names, words })),
            ...cellsOfParams(row),
          ];
        }
      }
      if (page.length < batch) return;
    }
  }
  const file = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  // An error in the middle ends the download; the reply has begun, so nothing else can tell of it.
  pipeline(Readable.from(rows()), file, (error) => error && warn(`an export broke off: ${error.message}`));
  return file;
}
