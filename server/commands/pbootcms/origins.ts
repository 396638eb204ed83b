import type { EntityName } from '../../../contract/index.ts';
import type { Db } from '../../database/tables.ts';

const source = 'pbootcms';
const atOnce = 500;

export type OriginEntity = EntityName | 'config_item';

export class Origins {
  readonly #ids: Map<string, number>;
  readonly #added: { source: string; source_id: string; entity: string; entity_id: number }[] = [];

  constructor(rows: { source_id: string; entity: string; entity_id: number }[]) {
    this.#ids = new Map(rows.map((row) => [keyOf(row.entity, row.source_id), row.entity_id]));
  }

  get size(): number {
    return this.#ids.size;
  }

  idOf(entity: OriginEntity, sourceId: string): number | undefined {
    return this.#ids.get(keyOf(entity, sourceId));
  }

  has(entity: OriginEntity, sourceId: string): boolean {
    return this.#ids.has(keyOf(entity, sourceId));
  }

  add(entity: OriginEntity, source_id: string, entity_id: number): void {
    this.#ids.set(keyOf(entity, source_id), entity_id);
    this.#added.push({ source, source_id, entity, entity_id });
  }

  async save(db: Db): Promise<void> {
    for (let start = 0; start < this.#added.length; start += atOnce) {
      const rows = this.#added.slice(start, start + atOnce);
      await db.insertInto('import_origin').values(rows).execute();
    }
  }
}

const keyOf = (entity: string, sourceId: string) => `${entity} ${sourceId}`;

export async function readOrigins(db: Db): Promise<Origins> {
  const rows = await db
    .selectFrom('import_origin')
    .select(['source_id', 'entity', 'entity_id'])
    .where('source', '=', source)
    .execute();
  return new Origins(rows);
}
