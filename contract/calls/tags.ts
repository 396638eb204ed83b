import { get, post } from '../call.ts';
import { int, text } from '../fields.ts';
import { batchOf } from './recycle.ts';

export const maxTags = 200;
/** One rename changes at most so many records. */
export const maxRenamed = 5000;

const extension = 'tags';
const tag = text(60, { required: true });

/**
 * Returns the tags of all contents that the caller may list, outside the recycle bin, the most used first. With
 * `searchKey` it returns only those that contain it.
 */
export const tagList = get('base.Tag/list', {
  title: '标签',
  rule: '/content',
  extension,
  params: { searchKey: text(60) },
  returns: [{ title: tag, total: int({ required: true }) }],
});

/**
 * Renames the tag in every record that has it, of the models that the caller may list and whose tags the caller sees.
 * It renames all or none, but in steps, so that others see some renamed before the rest. A name that already exists
 * merges the two tags; an empty one removes the tag. It needs the rule of the edit of each content model with such
 * records.
 */
export const tagRename = post('base.Tag/rename', {
  title: '标签改名',
  screen: '/content',
  extension,
  writes: true,
  steps: true,
  batch: true,
  timeoutMs: 60_000,
  params: { title: text(60, { required: true, verbatim: true }), to: text(60) },
  /** `total` counts the changed records. */
  returns: { total: int({ required: true }), ...batchOf },
});
