import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { choice, file, flag, int, json, ref, text } from '../fields.ts';

/** A smaller WebP of a picture. */
interface Thumb {
  width: number;
  height: number;
  url: string;
}

const extension = 'media';

/** A file of the site: what was uploaded, and where records use it by its URL. */
export const media = entity('media', {
  title: '媒体文件',
  screen: '/media',
  menu: { group: 'site', icon: 'media', title: 'menu.media' },
  label: 'name',
  recycle: true,
  newestFirst: true,
  dated: 'create_time',
  fields: {
    /** As the file was called; the URL has a name that the server made. */
    name: text(200, { required: true, search: true, sortable: true }),
    folder_id: ref('media_folder', { filter: true }),
    url: file({ required: true, computed: true }),
    kind: choice(['image', 'video', 'audio', 'document'], { computed: true, filter: true }),
    mime: text(100, { computed: true }),
    /** Bytes of what is served; of a picture those of its re-encoded form. */
    size: int({ required: true, computed: true, sortable: true }),
    /** In pixels, as the picture is seen; nothing of what is no picture. */
    width: int({ computed: true }),
    height: int({ computed: true }),
    /** Of the file as it was sent: who has it can ask whether it is there already. */
    sha1: text(40, { computed: true, filter: true }),
    storage: choice(['local', 'cos'], { computed: true, filter: true }),
    /** The narrower first; none of a picture that is not wider, and of no other file. */
    thumbs: json<Thumb[]>()({ computed: true, shape: { list: { url: text(500), width: int(), height: int() } } }),
    admin_id: int({ computed: true }),
    /** Whether a record that is not in the recycle bin, or the configuration, has its URL in a field. */
    used: flag({ computed: true, virtual: true, filter: true }),
  },
  calls: {
    list: get('base.Media/list', { extension }),
    update: post('base.Media/edit', { extension }),
    delete: post('base.Media/delete', { extension, params: { confirmed: flag() } }),
  },
});
