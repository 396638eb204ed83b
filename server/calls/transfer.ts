import { createHash } from 'node:crypto';
import type { Call } from '../../contract/call.ts';
import type { Entity } from '../../contract/entity.ts';
import { CallError, InvalidInput } from '../errors.ts';
import { exportCsv } from '../services/exportCsv.ts';
import { fileWords } from '../services/fileWords.ts';
import { filterOf } from '../services/filterOf.ts';
import { importCsv, type Report } from '../services/importCsv.ts';
import { genericEntity } from '../services/recycled.ts';
import { assertMay, assertMayList } from '../services/rights.ts';
import type { Handlers } from '../unit.ts';

/** Takes a transaction back, and its report out of it. */
class Undone extends Error {
  readonly report: Report;
  constructor(report: Report) {
    super('undone');
    this.report = report;
  }
}

/** What an import may bring in is added and edited. */
function callsOf({ calls: { create, update } }: Entity): Call[] {
  if (!create || !update) throw new InvalidInput({ entity: { key: 'field_choice' } });
  return [create, update];
}

export const transferHandlers = {
  'base.Transfer/export': async (context, { entity: name, filter, sort, order, ...words }) => {
    const entity = genericEntity(name);
    await assertMayList(context, entity);
    const query = await filterOf(context, entity, { ...filter, ...(sort && { sort }), ...(order && { order }) });
    const stream = await exportCsv(context.db, entity, query, fileWords(words));
    return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', stream };
  },

  'base.Transfer/import': async (context, { entity: name, dry_run, skip_unknown, ...words }) => {
    const entity = genericEntity(name);
    for (const call of callsOf(entity)) await assertMay(context, call);
    const { file } = context;
    if (!file?.data.length) throw new CallError('csv_missing');
    const sha256 = createHash('sha256').update(file.data).digest('hex');
    const about = { entity: name, file: file.name };
    let isFirst = false;
    try {
      const report = await context.step('import', { ...about, sha256 }, about, async (inside) => {
        isFirst = true;
        const report = await importCsv(inside, entity, file.data, fileWords(words), skip_unknown === 1);
        // Nobody would learn that it came in, and would send it again.
        if (dry_run || report.errors.length > 0 || context.isGone()) throw new Undone(report);
        return report;
      });
      return { ...report, repeated: isFirst ? (0 as const) : (1 as const) };
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      context.say('ok');
      return { ...error.report, repeated: 0 as const };
    }
  },
} satisfies Partial<Handlers>;
