import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { int, ref, text } from '../fields.ts';

const extension = 'media';

/** A folder of the media library. It is not a folder on the disk: a moved file keeps its URL. */
export const mediaFolder = entity('media_folder', {
  title: '媒体文件夹',
  screen: '/media',
  sub: 'folder',
  label: 'title',
  tree: true,
  maxRecords: { count: 2000 },
  unsearched: true,
  fields: {
    title: text(60, { required: true, unique: ['pid'] }),
    pid: ref('media_folder'),
    level: int({ required: true, computed: true, virtual: true }),
    /** How many files are in the folder, without its subfolders. */
    total: int({ required: true, computed: true, virtual: true }),
  },
  calls: {
    list: get('base.Media/folders', { whole: true, extension }),
    create: post('base.Media/addFolder', { extension }),
    update: post('base.Media/editFolder', { extension }),
    delete: post('base.Media/deleteFolder', { extension }),
  },
});
