import type { RawBuilder } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { entityList } from '../../contract/index.ts';
import type { Db, Row } from '../database/tables.ts';
import type { Caller, UnitOfWork } from './callContext.ts';

type Values = Record<string, unknown>;

/** A write, before anything is stored. */
export interface Write {
  /** `appear`: visitors come to see it with its column, which is shown or restored, or to which it moves. */
  event: 'create' | 'update' | 'delete' | 'restore' | 'appear';
  entity: Entity;
  /** The record as it is, locked and with all its fields; null for a new one. For `appear` it has only a `status`. */
  before: Values | null;
  /** The fields that the caller sent, as the schema read them: without defaults and without what `beforeWrite` adds. */
  sent: Values;
}

/** A write of one record whose row is stored already. */
export interface StoredWrite extends Write {
  event: 'create' | 'update' | 'delete';
  id: number;
  /** The values that were written. */
  values: Values;
  /** The fields whose value has changed; all fields of a new record. */
  changed: string[];
}

/** A feature implements these for the steps of `lifecycle.ts`. All run in the transaction of the call. */
export interface Hooks {
  /** Refuses what this caller may not do to this record, by whichever call. Writes of the program itself skip it. */
  mayWrite?(context: UnitOfWork, write: Write): Promise<void>;
  /** @returns values that are written beside those that were sent; they are checked like these */
  beforeWrite?(context: UnitOfWork, write: Write): Promise<Values | undefined>;
  /**
   * Refuses values: those that are sent or, if a record comes back from the recycle bin, those of `before`.
   * @throws InvalidInput
   */
  check?(context: UnitOfWork, write: Write): Promise<void>;
  /** Updates what derives from the row, which is stored already. */
  afterWrite?(context: UnitOfWork, write: StoredWrite): Promise<void>;
  /**
   * Takes back what one write of many records derived, when the step of that write is undone.
   * @param noted what the step noted under the feature's name
   */
  revert?(db: Db, noted: unknown, ids: readonly number[]): Promise<void>;
  /** SQL of virtual fields of the contract, which every list computes, filters and sorts by. */
  derived?: Record<string, (db: Db, entity: Entity) => RawBuilder<unknown>>;
  /**
   * Changes rows that a caller reads, in place, or computes fields of the contract from the values that were read.
   * Heavy fields are present only when a single record is read. Fields that the caller's role hides are taken out
   * afterwards.
   */
  readable?(caller: Caller, entity: Entity, rows: Row[]): Promise<void>;
}

/** A feature's hooks, and the entities that they are about. */
export interface Feature extends Hooks {
  name: string;
  isAbout(entity: Entity): boolean;
}

let registered: readonly Feature[] | undefined;
let featuresByEntity = new Map<Entity, readonly Feature[]>();

/**
 * Must run at each start: of the server, a command, a test.
 * @throws Error for a derived field that is no virtual field of the contract, because no role could hide it
 */
export function registerFeatures(features: readonly Feature[]): void {
  for (const { name, isAbout, derived = {} } of features)
    for (const { fields, name: entity } of entityList.filter(isAbout)) {
      const undeclared = Object.keys(derived).find((field) => !fields[field]?.virtual);
      if (undeclared) throw new Error(`feature ${name} derives ${entity}.${undeclared}, which is no virtual field`);
    }
  registered = features;
  featuresByEntity = new Map();
}

/**
 * Returns the features about an entity, in the order in which they were registered.
 * @throws Error before their registration, because a right would not be checked
 */
export function featuresOf(entity: Entity): readonly Feature[] {
  const known = featuresByEntity.get(entity);
  if (known) return known;
  if (!registered) throw new Error('no features are registered (registerFeatures)');
  const found = registered.filter((feature) => feature.isAbout(entity));
  featuresByEntity.set(entity, found);
  return found;
}

/** Returns the SQL of an entity's virtual fields, by field. */
export function derivedOf(db: Db, entity: Entity): Record<string, RawBuilder<unknown>> {
  const all = featuresOf(entity).flatMap(({ derived = {} }) => Object.entries(derived));
  return Object.fromEntries(all.map(([field, expression]) => [field, expression(db, entity)]));
}
