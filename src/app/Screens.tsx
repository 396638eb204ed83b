import { Navigate, Route, Routes } from 'react-router-dom';
import { agreement } from '../../contract/agreement.ts';
import { autoConfig, systemConfig } from '../../contract/configScreens.ts';
import { contentScreen } from '../../contract/paths.ts';
import type { Resource } from '../declaration/resource.ts';
import { ToModel } from '../layout/ToModel.tsx';
import { resources } from '../resources/index.ts';
import { EntityScreen } from '../screen/EntityScreen.tsx';
import { features, homePath } from '../services/services.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { NotFound } from '../ui/states/NotFound.tsx';

const RecyclePage = lazyComponent(() => import('../recycle/RecyclePage.tsx').then((module) => module.RecyclePage));

export { ToLastPlace } from './ToLastPlace.tsx';

const AgreementPage = lazyComponent(() =>
  import('../config/agreement/AgreementPage.tsx').then((module) => module.AgreementPage),
);
const SystemConfigPage = lazyComponent(() =>
  import('../config/ConfigScreen.tsx').then((module) => module.SystemConfigPage),
);
const AutoConfigPage = lazyComponent(() =>
  import('../config/AutoConfigPage.tsx').then((module) => module.AutoConfigPage),
);

/** Its list is one that the back end has. */
const isOffered = ({ entity: { calls } }: Resource) => features.offers(calls.list);

/** Every route of an entity, those of the agreement and the configuration, and those that lead to one (docs/contract.md, "Screens"); any other leads home. */
export function Screens() {
  return (
    <Routes>
      <Route path={contentScreen} element={<ToModel />} />
      <Route path={agreement.screen} element={<AgreementPage />} />
      <Route path={systemConfig.screen} element={<SystemConfigPage />} />
      <Route path={autoConfig.screen} element={<AutoConfigPage />} />
      {features.has('recycle') && <Route path="/recycle" element={<RecyclePage />} />}
      <Route path="/404-In" element={<NotFound />} />
      {resources.filter(isOffered).map((resource) => (
        <Route key={resource.name} path={`${resource.path}/*`} element={<EntityScreen resource={resource} />} />
      ))}
      <Route path="*" element={<Navigate to={homePath} replace />} />
    </Routes>
  );
}
