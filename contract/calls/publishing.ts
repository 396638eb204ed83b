import { get, post } from '../call.ts';
import { choice, flag, int, json, ref, text, time } from '../fields.ts';
import { titlesByModel } from '../models.ts';

const reviewStates = ['submitted', 'returned'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Names a content record by its entity and id. */
const record = { entity: text(40, { required: true }), id: int({ required: true, min: 1 }) };
/** Names a content record, or with `id` 0 a record that is not saved yet. */
const recordOrNew = { entity: record.entity, id: ref('') };

const own = { access: 'signed-in', extension: 'publishing' } as const;
/** Such a call changes what the public sees, and so needs the right to publish records of this model. */
const publishes = {
  extension: 'publishing',
  rule: 'base.content/publish',
  // Messages are left out: they come from the site and are shown to nobody there.
  ruleByParam: { param: 'entity', titles: titlesByModel((noun) => `发布${noun}`, 'message') },
  writes: true,
} as const;

/** Changes of a record that are not in it yet, or what somebody typed for a record that does not exist yet. */
export interface WorkingCopy {
  id: number;
  /** The changed fields, as forms have them. */
  values: Record<string, unknown>;
  admin_id: number;
  /** The user name; for a program, with the name of its token. */
  username: string;
  /** `username`, with the administrator's nickname in place of the user name if there is one. */
  nickname: string;
  /** Whether the caller made it. */
  is_own: number;
  create_time: string;
  update_time: string;
  /** Whether someone has changed one of these fields in the record itself since. */
  is_stale: number;
  /** When the copy goes live by itself. */
  live_time: string | null;
  /** Digest of the values. Whoever publishes sends it back, so that nothing goes live that they did not see. */
  digest: string;
}

/**
 * Returns the working copy to whoever may list the entity's records. For a new record (`id` 0) it is the caller's
 * latest, or the one with the id `copy`.
 */
export const getWorkingCopy = get('base.content/getWorkingCopy', {
  ...own,
  title: '查看未发布的修改',
  params: { ...recordOrNew, copy: int({ min: 1, extension: 'workingCopies' }) },
  returns: {
    /** At most one. */
    copies: json<WorkingCopy[]>()({
      shape: {
        list: {
          id: int(),
          values: json<Record<string, unknown>>()(),
          admin_id: int(),
          username: text(100),
          nickname: text(200),
          is_own: flag(),
          create_time: time(),
          update_time: time(),
          is_stale: flag(),
          live_time: time(),
          digest: text(64),
        },
      },
    }),
    /** Whether the copy, or the draft itself, waits for a review or was returned; otherwise empty. */
    review: choice(['', ...reviewStates]),
    /** Where visitors see the record; empty if they do not, or if the address of contents is not known. */
    live_url: text(1000),
    /** Who submitted it, by nickname if there is one, and when it was submitted or returned. */
    author: text(60),
    review_time: time(),
    /** The reviewer who returned it, and why. */
    reviewer: text(60),
    note: text(500),
  },
});

/** A new record that its author has begun and never saved. */
export interface UnfinishedRecord {
  /** The id of the working copy. */
  copy: number;
  /** Empty if none was typed yet. */
  title: string;
  update_time: string;
}

/** So many records per entity an administrator may have begun that were never saved. */
export const maxUnfinished = 50;

/** Returns the new records that the caller has begun and never saved: the latest two, or as many as `limit`, and how many there are. */
export const getUnfinished = get('base.content/getUnfinished', {
  access: 'signed-in',
  extension: 'workingCopies',
  title: '查看没写完的内容',
  params: { entity: text(40, { required: true }), limit: int({ min: 1, max: maxUnfinished }) },
  returns: {
    records: json<UnfinishedRecord[]>()({ shape: { list: { copy: int(), title: text(300), update_time: time() } } }),
    total: int({ required: true }),
  },
});

/**
 * Saves what is typed. This is no write of the record, so it makes no version and no row of the operation log. It needs
 * the rule of the entity's edit, or of its creation for a new record. `copy` is the id of the caller's working copy of
 * a new record. The call is refused with `copy_taken` if another administrator has a copy (`data.by`).
 * A copy of a new record ends if nothing is left in it.
 */
export const saveWorkingCopy = post('base.content/saveWorkingCopy', {
  ...own,
  title: '自动保存',
  keepalive: true,
  params: {
    ...recordOrNew,
    copy: int({ min: 1 }),
    values: json<Record<string, unknown>>()({ paramsOf: 'update' }),
    /**
     * Digest of the working copy that this save continues, empty if the caller knows of none. If another tab saved
     * since, its fields stay and are returned as `others`: those that are not sent, and those that are sent with
     * another value, which is not stored then. If there is no digest, what is sent is stored.
     */
    digest: text(64),
    /** Version of the record when the typing began. A copy that begins on an older version is stale from the start. */
    version: int({ min: 0 }),
    /** Whether the caller has seen what somebody else has changed in the record since. */
    is_resolved: flag(),
  },
  returns: {
    copy: int({ required: true }),
    update_time: time({ required: true }),
    digest: text(64),
    others: json<Record<string, unknown>>()(),
  },
});

/** Hands another administrator's working copy over to the caller, who continues it. */
export const takeWorkingCopy = post('base.content/takeWorkingCopy', {
  ...own,
  title: '接手未发布的修改',
  writes: true,
  params: record,
});

/** With the `digest` of the copy the call is refused if the copy has other values by now. */
export const discardWorkingCopy = post('base.content/discardWorkingCopy', {
  ...own,
  title: '放弃未发布的修改',
  writes: true,
  params: { ...recordOrNew, copy: int({ min: 1 }), digest: text(64) },
});

/**
 * Publishes a draft, or applies the working copy to a published record. With the `digest` of a working copy it is
 * refused if the copy has other values by now; if there is no digest, if the copy is another administrator's. With the
 * `version` of the record it is refused with 409 (`data.current`) if the record has another by now. A draft with a
 * `digest` needs `version` too, because all of the draft becomes public.
 */
export const publish = post('base.content/publish', {
  ...publishes,
  title: '发布',
  params: { ...record, digest: text(64), version: int({ min: 1 }) },
  returns: { id: int({ required: true }), version: int({ required: true }) },
});

/**
 * Sets when the caller's working copy goes live by itself. If no time is sent, its schedule is removed, whoever owns
 * the copy. With the `digest` of the copy it is refused if the copy has other values by now.
 */
export const scheduleWorkingCopy = post('base.content/scheduleWorkingCopy', {
  ...publishes,
  title: '定时发布修改',
  params: { ...record, live_time: time(), digest: text(64) },
});

/** Submits a draft or a working copy for review. It needs the rule of the entity's edit. */
export const submitForReview = post('base.content/submitForReview', {
  ...own,
  title: '提交审核',
  writes: true,
  params: record,
});

/** Takes back what waits for a review, for its author or a reviewer. It needs the rule of the entity's edit. */
export const withdrawFromReview = post('base.content/withdrawFromReview', {
  ...own,
  title: '撤回送审',
  writes: true,
  params: record,
});

/**
 * Returns the address at which the site shows the record as its working copy has it, for an hour. The address is empty
 * if the address of contents is not known. It needs the right to list the records.
 */
export const previewLink = post('base.content/previewLink', {
  ...own,
  title: '预览链接',
  writes: true,
  secret: true,
  params: record,
  returns: { url: text(1000), expires: time({ required: true }) },
});

/** Ends the caller's preview links of the record, or everybody's if the caller may edit it. */
export const revokePreviews = post('base.content/revokePreviews', {
  ...own,
  title: '收回预览链接',
  writes: true,
  params: record,
});

/** Returns a draft or working copy to its author, with a sentence that says why. */
export const returnToAuthor = post('base.content/returnToAuthor', {
  ...publishes,
  title: '退回修改',
  params: { ...record, note: text(500, { required: true }) },
});
