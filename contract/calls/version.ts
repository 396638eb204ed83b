import { get, post } from '../call.ts';
import { flag, int, json, text, time } from '../fields.ts';

/** `base` is the state before the first version: of a record that is older than its versions. */
export type VersionEvent = 'base' | 'create' | 'update' | 'delete' | 'restore';

export interface Version {
  /** Counts up within the record. Old versions may be merged, so that numbers are missing. */
  n: number;
  event: VersionEvent;
  username: string;
  /** What that administrator is called today; empty without a nickname. */
  nickname: string;
  /** Of the call that wrote it; empty for a `base`. */
  path: string;
  /** The changed fields. */
  fields: string[];
  /** The record was public with it: it is never merged into a later one. */
  published: number;
  /** What was said of it, such as why a reviewer returned it. With words it is never merged into a later one. */
  words: string;
  /** The caller wrote it, and so may describe it. */
  is_own: number;
  create_time: string;
}

const record = { entity: text(40, { required: true }), id: int({ required: true, min: 1 }) };

/** Latest first. For whoever may list the entity's records; a record in the recycle bin has none. */
export const versionList = get('base.Version/list', {
  title: '版本列表',
  access: 'signed-in',
  extension: 'versions',
  params: { ...record, page: int({ min: 1 }), limit: int({ min: 1, max: 100 }) },
  returns: {
    versions: json<Version[]>()({
      shape: {
        list: {
          n: int(),
          event: text(20),
          username: text(60),
          nickname: text(100),
          path: text(120),
          fields: json<string[]>()({ shape: { values: 'text' } }),
          published: flag(),
          words: text(500),
          is_own: flag(),
          create_time: time(),
        },
      },
    }),
    total: int({ required: true }),
    /** How many days all versions are kept; after them the last of each day, and what was public or has words. 0 keeps all. */
    days: int({ required: true }),
  },
});

/** The whole record as a version left it: what its forms write, without what is computed or counted. */
export const versionRead = get('base.Version/read', {
  title: '查看版本',
  access: 'signed-in',
  extension: 'versions',
  params: { ...record, n: int({ required: true, min: 1 }) },
  returns: { n: int({ required: true }), values: json<Record<string, unknown>>()(), words: text(500) },
});

/** Says of one's own version what it is for; without `words` nothing. Needs the rule of the entity's edit. */
export const versionDescribe = post('base.Version/describe', {
  title: '给版本写说明',
  access: 'signed-in',
  extension: 'versions',
  writes: true,
  params: { ...record, n: int({ required: true, min: 1 }), words: text(500) },
});
