import type { TranslationMessages } from 'ra-core';
import type { recycleBin } from '../contract/calls/recycle.ts';
import type { SystemGroup, SystemItemName } from '../contract/configItems.ts';
import type { agreementItems, autoConfig, systemConfig } from '../contract/configScreens.ts';
import type { loggedCommands } from '../contract/entities/logs.ts';
import type { Entities, EntityName, LoggedPath } from '../contract/index.ts';
import type { backupsZh } from './zh/backups.ts';
import type { batchesZh } from './zh/batches.ts';
import type { consoleZh } from './zh/console.ts';
import type { contentFormZh } from './zh/contentForm.ts';
import type { explainZh } from './zh/explain.ts';
import type { mediaZh } from './zh/media.ts';
import type { publishingZh } from './zh/publishing.ts';
import type { richTextZh } from './zh/richText.ts';
import type { roleFormZh } from './zh/roleForm.ts';
import type { safetyZh } from './zh/safety.ts';
import type { systemStatusZh } from './zh/systemStatus.ts';
import type { tagsZh } from './zh/tags.ts';
import type { versionsZh } from './zh/versions.ts';

type FieldsOf<N extends EntityName> = Entities[N]['fields'];
type SystemField = 'sort' | 'version' | 'create_time' | 'update_time';
type ChoiceField<N extends EntityName> = {
  [F in keyof FieldsOf<N>]: FieldsOf<N>[F] extends { kind: 'choice' } ? F : never;
}[keyof FieldsOf<N>];

/**
 * The labels of each entity: its name, every field, every value of every choice and every field of its items. A missing
 * label does not compile.
 */
export type ResourceMessages = {
  [N in EntityName]: {
    name: string;
    /** Names several records, if the plural of `name` is the title of their list: “Visitor log”. */
    records?: string;
    fields: Record<Exclude<keyof FieldsOf<N> & string, SystemField>, string>;
  } & (ChoiceField<N> extends never
    ? object
    : { choices: { [F in ChoiceField<N>]: Record<`${ChoiceValue<FieldsOf<N>[F]>}`, string> } }) &
    (ItemsField<N> extends never ? object : { items: { [F in ItemsField<N>]: ItemLabels<FieldsOf<N>[F]> } });
} & ScreenMessages &
  Record<typeof systemConfig.name | typeof autoConfig.name, { name: string; fields: object }>;
type ItemsField<N extends EntityName> = {
  [F in keyof FieldsOf<N>]: FieldsOf<N>[F] extends { kind: 'items' } ? F : never;
}[keyof FieldsOf<N>];
type ItemLabels<F> = F extends { of: infer O } ? Record<keyof O & string, string> : never;
type ChoiceValue<F> = F extends { values: readonly (infer V extends string | number)[] } ? V : never;

/** The label of a configuration item, and the help text below it. */
export type ItemMessages = {
  name: string;
  tip?: string;
};

/** Screens that are no entities. */
interface ScreenMessages {
  agreement: { name: string; fields: Record<keyof typeof agreementItems, string> };
  backup: { name: string; fields: object };
  system_status: { name: string; fields: object };
  recycle: { name: string; fields: Record<keyof typeof recycleBin.fields, string> };
}

/** An object with the keys of `T` and any texts. */
export type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> };

/** react-admin's messages, except those of parts that the console does not use. */
export type RaMessages = Omit<TranslationMessages['ra'], 'saved_queries' | 'guesser' | 'configurable'>;

export interface Messages
  extends SameKeys<typeof contentFormZh>,
    SameKeys<typeof mediaZh>,
    SameKeys<typeof roleFormZh>,
    SameKeys<typeof safetyZh>,
    SameKeys<typeof tagsZh> {
  ra: RaMessages;
  console: SameKeys<typeof consoleZh>;
  batches: SameKeys<typeof batchesZh>;
  explain: SameKeys<typeof explainZh>;
  publishing: SameKeys<typeof publishingZh>;
  richText: SameKeys<typeof richTextZh>;
  backups: SameKeys<typeof backupsZh>;
  systemStatus: SameKeys<typeof systemStatusZh>;
  versions: SameKeys<typeof versionsZh>;
  systemFields: Record<SystemField | 'id', string>;
  resources: ResourceMessages;
  /** The parts of the system configuration. */
  configGroups: Record<SystemGroup, string>;
  /** Texts by item name. An item without one shows the back end's own words. */
  configItems: Partial<Record<SystemItemName, ItemMessages>>;
  /** Names by path. An operation without one shows the log's own title. */
  operationNames: Partial<Record<LoggedPath | keyof typeof loggedCommands, string>>;
}

/** A language may leave out any message; English is shown instead. */
export type PartialMessages = Partly<Messages>;
type Partly<T> = { [K in keyof T]?: T[K] extends string ? string : Partly<T[K]> };
