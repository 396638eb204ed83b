import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { file, flag, int, items, text } from '../fields.ts';
import { contentEntity, contentFields, contentList } from './content.ts';

/** A film or a series. Durations are in seconds. */
export const video = entity('video', {
  title: '视频',
  ...contentEntity('video'),
  fields: {
    ...contentFields('video'),
    video_url: file({ required: true, media: ['video', 'audio'], public: true }),
    duration: int({ min: 0, public: true }),
    episodes: items(
      {
        title: text(200, { required: true, public: true }),
        url: file({ required: true, media: ['video', 'audio'], public: true }),
        duration: int({ min: 0, public: true }),
        free: flag({ public: true }),
      },
      { public: true },
    ),
  },
  calls: {
    list: contentList('video'),
    create: post('base.content/addVideo'),
    update: post('base.content/editVideo'),
    delete: get('base.content/deleteVideo'),
  },
});
