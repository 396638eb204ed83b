import { single } from '../../contract/entities/single.ts';
import { contentResource } from '../contentResource.ts';

export const singleResource = contentResource(single);
