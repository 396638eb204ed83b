import type { Resource } from '../declaration/resource.ts';
import { mediaResource } from '../media/mediaResource.tsx';
import { adResource } from './ad.tsx';
import { adGroupResource } from './adGroup.tsx';
import { adminResource } from './admin.tsx';
import { articleResource } from './article.tsx';
import { atlasResource } from './atlas.tsx';
import { categoryResource } from './category.tsx';
import { columnResource } from './column.tsx';
import { configGroupResource } from './configGroup.tsx';
import { configItemResource } from './configItem.tsx';
import { contentParamResource } from './contentParam.tsx';
import { downResource } from './down.tsx';
import { messageResource } from './message.tsx';
import { navResource } from './nav.tsx';
import { navGroupResource } from './navGroup.tsx';
import { operationLogResource } from './operationLog.tsx';
import { productResource } from './product.tsx';
import { recruitmentResource } from './recruitment.tsx';
import { roleResource } from './role.tsx';
import { ruleResource } from './rule.tsx';
import { runLogResource } from './runLog.tsx';
import { singleResource } from './single.tsx';
import { sizeResource } from './size.tsx';
import { templateResource } from './template.tsx';
import { userResource } from './user.tsx';
import { videoResource } from './video.tsx';
import { visitorLogResource } from './visitorLog.tsx';
import { collectResource, downRecordResource, historyResource } from './visits.tsx';

/** Every entity that has screens. */
export const resources: Resource[] = [
  columnResource,
  articleResource,
  productResource,
  atlasResource,
  videoResource,
  downResource,
  recruitmentResource,
  singleResource,
  messageResource,
  categoryResource,
  sizeResource,
  contentParamResource,
  navResource,
  navGroupResource,
  adResource,
  adGroupResource,
  mediaResource,
  userResource,
  historyResource,
  collectResource,
  downRecordResource,
  adminResource,
  roleResource,
  ruleResource,
  configItemResource,
  configGroupResource,
  templateResource,
  operationLogResource,
  runLogResource,
  visitorLogResource,
];
