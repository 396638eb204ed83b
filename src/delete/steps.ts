import type { DataProvider } from 'ra-core';
import { batchUndo } from '../../contract/calls/batch.ts';
import { bulkDelete, bulkEdit } from '../../contract/calls/bulk.ts';
import { type Outcome, recyclePurge, recycleRestore, stepSize } from '../../contract/calls/recycle.ts';
import { takesGenericCalls } from '../../contract/index.ts';
import { isRefusal } from '../../dataProvider/failure.ts';
import type { Resource } from '../declaration/resource.ts';
import { features, http } from '../services/services.ts';

/** Work on many records, of which `take` does up to `size` in one step. */
export interface Steps {
  size: number;
  /** @param key is equal for all steps of one run, which makes them one batch */
  take(ids: number[], key?: string): Promise<StepOutcome>;
}

interface StepOutcome extends Outcome {
  /** The id of the batch, with which the run can be undone; undefined if the back end sends none. */
  batch?: string | undefined;
}

const ofRun = (key: string | undefined) => (key && features.offers(batchUndo) ? { batch_key: key } : {});

const whole = async (reply: Promise<Partial<StepOutcome>>): Promise<StepOutcome> => ({
  done: 0,
  failed: [],
  ...(await reply),
});

/** Makes one call a record, for back ends without bulk calls. A refusal does not stop the others. */
const oneByOne = (work: (id: number) => Promise<unknown>): Steps => ({
  size: 1,
  take: async ([id = 0]) => {
    try {
      await work(id);
      return { done: 1, failed: [] };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const errors = error.data.errors as Record<string, string> | undefined;
      return { done: 0, failed: [{ id, title: '', msg: error.sentence, ...(errors && { errors }) }] };
    }
  },
});

/** Records with secrets have no bulk call, so they are edited one by one. */
export const editing = (resource: Resource, fields: Record<string, unknown>, provider: DataProvider): Steps =>
  features.has('bulk') && takesGenericCalls(resource.entity)
    ? {
        size: stepSize,
        take: (ids, key) => whole(http.call(bulkEdit, { entity: resource.name, ids, fields, ...ofRun(key) })),
      }
    : oneByOne((id) => provider.updateMany(resource.name, { ids: [id], data: fields }));

export const deleting = ({ name: entity }: Resource, provider: DataProvider): Steps =>
  features.has('bulk')
    ? { size: stepSize, take: (ids, key) => whole(http.call(bulkDelete, { entity, ids, ...ofRun(key) })) }
    : oneByOne((id) => provider.deleteMany(entity, { ids: [id] }));

export const restoring = (entity: string): Steps => ({
  size: stepSize,
  take: (ids, key) => whole(http.call(recycleRestore, { entity, ids, ...ofRun(key) })),
});

export const purging = (entity: string): Steps => ({
  size: stepSize,
  take: (ids) => whole(http.call(recyclePurge, { entity, ids })),
});
