import { getAllCaseList } from '../../contract/calls/choices.ts';
import { searchLimits, searchRecords } from '../../contract/calls/console.ts';
import { entities } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { features, http } from '../services.ts';
import type { FoundRecord } from './command.ts';

/**
 * Records whose title holds a text. A back end that cannot be asked for them tells its products and galleries all at
 * once; of such a one no others are found.
 */
export async function findRecords(q: string, signal: AbortSignal): Promise<FoundRecord[]> {
  if (features.has('search')) return http.call(searchRecords, { q }, signal);
  const text = q.toLowerCase();
  try {
    const cases = await http.call(getAllCaseList, {}, signal);
    return cases
      .filter(({ title }) => title.toLowerCase().includes(text))
      .slice(0, searchLimits.inAll)
      .map(({ id, model, title }) => {
        const entity = model === 'atlas' ? entities.atlas : entities.product;
        return { entity: entity.name, id: Number(id), title, path: `${listPath(entity)}/${id}` };
      });
  } catch (error) {
    // Whoever may not have the list finds nothing in it.
    if (error instanceof CallFailure && error.isAnswer) return [];
    throw error;
  }
}
