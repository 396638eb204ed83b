import { get, post } from '../call.ts';
import { choice, flag, int, json, ref, text, time } from '../fields.ts';
import { titlesByModel } from '../models.ts';

const reviewStates = ['submitted', 'returned'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** A content record by its entity's name. */
const record = { entity: text(40, { required: true }), id: int({ required: true, min: 1 }) };
/** The same, or with `id` 0 a record that is not saved yet. */
const recordOrNew = { entity: record.entity, id: ref('') };

const own = { access: 'signed-in', extension: 'publishing' } as const;
/** Puts before the public, and so needs the right to publish records of this model. */
const publishes = {
  extension: 'publishing',
  rule: 'base.content/publish',
  // Messages come from the site, and are shown to nobody there.
  ruleByParam: { param: 'entity', titles: titlesByModel((noun) => `发布${noun}`, 'message') },
  writes: true,
} as const;

/** Changes of a record that are not in it yet, or what was typed of a record that does not exist yet. */
export interface WorkingCopy {
  id: number;
  /** The changed fields, as forms have them. */
  values: Record<string, unknown>;
  admin_id: number;
  /** Of a program's with the name of its token. */
  username: string;
  /** `username`, with the administrator's nickname in place of the user name if there is one. */
  nickname: string;
  /** Whether the caller made it. */
  is_own: number;
  create_time: string;
  update_time: string;
  /** Someone has changed one of these fields in the record itself since. */
  is_stale: number;
  /** When it goes live by itself. */
  live_time: string | null;
  /** Of the values: whoever publishes sends it back, so that nothing goes live that was not seen. */
  digest: string;
}

/** Whoever may list the entity's records may read it. Of a new record (`id` 0): the caller's latest. */
export const getWorkingCopy = get('base.content/getWorkingCopy', {
  ...own,
  title: '查看未发布的修改',
  params: recordOrNew,
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
    /** Whether it, or the draft itself, waits for a review or was returned. Else it is empty. */
    review: choice(['', ...reviewStates]),
    /** Where visitors see it; empty where they do not, or no address of contents is known. */
    live_url: text(1000),
    /** Who submitted it, by nickname if there is one, and when it was submitted or returned. */
    author: text(60),
    review_time: time(),
    /** The reviewer who returned it, and why. */
    reviewer: text(60),
    note: text(500),
  },
});

/**
 * Keeps what is typed. It is no write of the record: no version, no row of the operation log. Needs the rule of the
 * entity's edit, for a new record of its creation. `copy` is the id of the caller's working copy of a new record.
 * Refused with `copy_taken` where another administrator's is there (`data.by`).
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
     * Of the copy that this goes on with, empty if the caller knows of none. If another tab has stored since, its fields stay,
     * and are answered as `others`: those that are not sent, and those that are sent with another value, which is not stored then.
     * Without a digest what is sent is stored.
     */
    digest: text(64),
    /** Of the record when the typing began: a copy that begins on an older one is stale from the start. */
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

/** The caller goes on with what another administrator has begun. */
export const takeWorkingCopy = post('base.content/takeWorkingCopy', {
  ...own,
  title: '接手未发布的修改',
  writes: true,
  params: record,
});

export const discardWorkingCopy = post('base.content/discardWorkingCopy', {
  ...own,
  title: '放弃未发布的修改',
  writes: true,
  params: { ...recordOrNew, copy: int({ min: 1 }) },
});

/**
 * Publishes a draft, or puts the working copy of a published record in its place. With the `digest` of a working copy it is
 * refused if the copy has other values by now; without it, if the copy is another administrator's. With the `version` of the record
 * it is refused with 409 (`data.current`) if the record has another by now. A draft with a `digest` needs it too, because all of the draft becomes public.
 */
export const publish = post('base.content/publish', {
  ...publishes,
  title: '发布',
  params: { ...record, digest: text(64), version: int({ min: 1 }) },
  returns: { id: int({ required: true }), version: int({ required: true }) },
});

/**
 * When the caller's working copy goes live by itself. Without a time its schedule is removed, whoever owns the copy. With the `digest` of the
 * copy it is refused if the copy has other values by now.
 */
export const scheduleWorkingCopy = post('base.content/scheduleWorkingCopy', {
  ...publishes,
  title: '定时发布修改',
  params: { ...record, live_time: time(), digest: text(64) },
});

/** Asks for the review of a draft or a working copy. Needs the rule of the entity's edit. */
export const submitForReview = post('base.content/submitForReview', {
  ...own,
  title: '提交审核',
  writes: true,
  params: record,
});

/** The author, or a reviewer, takes back what waits for a review. Needs the rule of the entity's edit. */
export const withdrawFromReview = post('base.content/withdrawFromReview', {
  ...own,
  title: '撤回送审',
  writes: true,
  params: record,
});

/**
 * The address at which the site shows the record as its working copy has it, for an hour; empty where no address of contents
 * is known. Needs the right to list the records.
 */
export const previewLink = post('base.content/previewLink', {
  ...own,
  title: '预览链接',
  writes: true,
  secret: true,
  params: record,
  returns: { url: text(1000), expires: time({ required: true }) },
});

/** Ends the caller's links to a preview of the record; of who may edit it, everybody's. */
export const revokePreviews = post('base.content/revokePreviews', {
  ...own,
  title: '收回预览链接',
  writes: true,
  params: record,
});

/** Returns it to its author, with a sentence that says why. */
export const returnToAuthor = post('base.content/returnToAuthor', {
  ...publishes,
  title: '退回修改',
  params: { ...record, note: text(500, { required: true }) },
});
