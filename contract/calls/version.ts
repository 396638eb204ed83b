import { get, post } from '../call.ts';
import { flag, int, json, text, time } from '../fields.ts';

/** `base` is the state before the first version, for a record that is older than its versions. */
export type VersionEvent = 'base' | 'create' | 'update' | 'delete' | 'restore';

export interface Version {
  /** Counts up within the record. Old versions may be merged, so that numbers are missing. */
  n: number;
  event: VersionEvent;
  username: string;
  /** The nickname that this administrator has today; empty if there is none. */
  nickname: string;
  /** Path of the call that wrote the version; empty for a `base`. */
  path: string;
  /** The changed fields. */
  fields: string[];
  /** Whether the record was public with this version, which is then never merged into a later one. */
  published: number;
  /** A remark, such as why a reviewer returned it. A version with a remark is never merged into a later one. */
  words: string;
  /** Whether the caller wrote it, and so may describe it. */
  is_own: number;
  create_time: string;
}

const record = { entity: text(40, { required: true }), id: int({ required: true, min: 1 }) };

/** Lists versions, latest first, for whoever may list the entity's records. A record in the recycle bin has none. */
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
    /**
     * Days for which all versions are kept. Later only the last of each day stays, and those that were public or have a
     * remark. 0 keeps all.
     */
    days: int({ required: true }),
  },
});

/** Returns the whole record as a version left it: what its forms write, but nothing that is computed or counted. */
export const versionRead = get('base.Version/read', {
  title: '查看版本',
  access: 'signed-in',
  extension: 'versions',
  params: { ...record, n: int({ required: true, min: 1 }) },
  returns: { n: int({ required: true }), values: json<Record<string, unknown>>()(), words: text(500) },
});

/**
 * Stores a remark on one's own version; if `words` is empty, it removes the remark. It needs the rule of the entity's
 * edit.
 */
export const versionDescribe = post('base.Version/describe', {
  title: '给版本写说明',
  access: 'signed-in',
  extension: 'versions',
  writes: true,
  params: { ...record, n: int({ required: true, min: 1 }), words: text(500) },
});
