import { get, post } from '../call.ts';
import { int, ref, refs, text } from '../fields.ts';
import { outcome, stepSize } from './recycle.ts';
import { fileUpload, ontoDisk, uploaded } from './upload.ts';

const extension = 'media';

/** Puts another file of the same type in the place of one: its URL, title and folder stay. A picture may be of any type. */
export const mediaReplace = post('base.Media/replace', {
  ...ontoDisk,
  title: '替换媒体文件',
  extension,
  params: { id: int({ required: true, min: 1 }), version: int({ min: 0 }) },
  returns: uploaded,
});

/**
 * Brings a picture of another site into the library: the server gets it and keeps it as an uploaded one, on its own disk
 * also where a bucket is set. http and https on their own ports alone, and no address that is not everyone's.
 */
export const mediaFetch = post('base.Media/fetch', {
  title: '收入网络图片',
  extension,
  writes: true,
  steps: true,
  rule: fileUpload.path,
  timeoutMs: 60_000,
  params: { url: text(2000, { required: true }), folder_id: ref('media_folder'), name: text(200) },
  returns: uploaded,
});

/** Files into a folder, or out of all folders. */
export const mediaMove = post('base.Media/move', {
  title: '移动媒体文件',
  extension,
  writes: true,
  params: { ids: refs('media', { required: true, max: stepSize }), folder_id: ref('media_folder') },
  returns: outcome,
});

/**
 * The fields of records, and the items of the configuration, that hold a file's URL. Of a record that the caller may not
 * open only the entity and the field are told: `id` is 0 then, `title` and `path` are empty.
 */
export const mediaUsage = get('base.Media/usage', {
  title: '媒体文件的使用处',
  extension,
  params: { id: int({ required: true, min: 1 }), page: int({ min: 1 }), limit: int({ min: 1, max: 100 }) },
  apart: [],
  returns: {
    page: {
      /** An entity's name, or `config_item`. */
      entity: text(40),
      id: int({ required: true }),
      title: text(200),
      /** An entity's field, or an item's `en_name`. */
      field: text(60),
      /** Where the console shows it. */
      path: text(200),
    },
  },
});
