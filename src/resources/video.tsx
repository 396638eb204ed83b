import { video } from '../../contract/entities/video.ts';
import { contentResource } from '../content/contentResource.tsx';

export const videoResource = contentResource(video, {
  adds: {
    columns: ['episodes'],
    tabs: { video: { main: ['video_url', 'duration', 'episodes'] } },
  },
});
