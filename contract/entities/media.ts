import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { choice, file, flag, int, json, ref, text } from '../fields.ts';

interface Thumb {
  width: number;
  height: number;
  url: string;
}

const extension = 'media';

export const media = entity('media', {
  title: '媒体文件',
  screen: '/media',
  menu: { group: 'site', icon: 'media', title: 'menu.media' },
  label: 'name',
  recycle: true,
  newestFirst: true,
  dated: 'create_time',
  fields: {
    /** The original file name; the URL uses a name that the server made. */
    name: text(200, { required: true, search: 'spelled', sortable: true }),
    folder_id: ref('media_folder', { filter: true }),
    /** For readers who do not see the picture. It goes along when the picture is inserted. */
    alt: text(200, { extension: 'mediaText' }),
    caption: text(500, { extension: 'mediaText' }),
    credit: text(120, { extension: 'mediaText' }),
    /** What stays visible where the picture is cut, in percent from the left and from the top. */
    focal_x: int({ default: 50, min: 0, max: 100, extension: 'mediaText' }),
    focal_y: int({ default: 50, min: 0, max: 100, extension: 'mediaText' }),
    url: file({ required: true, computed: true, filter: true }),
    kind: choice(['image', 'video', 'audio', 'document'], { computed: true, filter: true }),
    mime: text(100, { computed: true }),
    /** In bytes, of the file as served: for a picture, of the re-encoded version. */
    size: int({ required: true, computed: true, sortable: true }),
    /** In pixels as displayed; empty for other files than pictures. */
    width: int({ computed: true }),
    height: int({ computed: true }),
    /** Of the file as it was sent, so that a client can ask whether it is already stored. */
    sha1: text(40, { computed: true, filter: true }),
    storage: choice(['local', 'cos'], { computed: true, filter: true }),
    /** Narrowest first. Empty for a picture narrower than every thumbnail, and for other files. */
    thumbs: json<Thumb[]>()({ computed: true, shape: { list: { url: text(500), width: int(), height: int() } } }),
    admin_id: int({ computed: true, entity: 'admin' }),
    /** Whether the URL occurs in a record outside the recycle bin, or in the configuration. */
    used: flag({ computed: true, virtual: true, filter: true }),
  },
  calls: {
    list: get('base.Media/list', { extension }),
    update: post('base.Media/edit', { extension }),
    delete: post('base.Media/delete', { extension, params: { confirmed: flag() } }),
  },
});
