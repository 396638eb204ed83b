import { video } from '../../contract/entities/video.ts';
import { contentResource } from '../content/contentResource.ts';

export const videoResource = contentResource(video, {
  columns: ['episodes'],
  tabs: { video: { main: ['video_url', 'duration', 'episodes'] } },
});
