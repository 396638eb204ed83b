import type { CallContext, Handlers, Received } from '../engine/callContext.ts';
import { storeUpload } from './store.ts';
import type { Taken } from './uploadLimits.ts';

const keeping = (taken: Taken) => (context: CallContext, params: { folder_id?: number | null; name?: string }) =>
  storeUpload(context, context.received as Received, taken, params);

export const uploadHandlers = {
  'base.upload/fileUpload': keeping('image'),
  'base.upload/videoUpload': keeping('video'),
  'base.upload/documentUpload': keeping('file'),
} satisfies Partial<Handlers>;
