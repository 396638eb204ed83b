import { useQuery } from '@tanstack/react-query';
import { useGetIdentity, useNotify } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import type { Identity } from '../../authProvider/index.ts';
import { backupPage, listBackups } from '../../contract/calls/backup.ts';
import { webData } from '../../contract/calls/console.ts';
import { recycleBin } from '../../contract/calls/recycle.ts';
import { systemPage, systemStatus } from '../../contract/calls/system.ts';
import { agreement, autoConfig, systemConfig } from '../../contract/configScreens.ts';
import { contentScreen, homeScreen } from '../../contract/paths.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useMayCall } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { lastPlace, lastScreen } from '../navigation/history.ts';
import { useMenuQuery } from '../navigation/useMenu.ts';
import { linkOf, trailTo, usePath } from '../navigation/useMenuPlace.ts';
import { resources } from '../resources/index.ts';
import { EntityScreen } from '../screen/EntityScreen.tsx';
import { callIfThere } from '../services/callIfThere.ts';
import { features, homePath } from '../services/services.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { NotFound } from '../ui/states/NotFound.tsx';

const RecyclePage = lazyComponent(() => import('../recycle/RecyclePage.tsx').then((module) => module.RecyclePage));

const SystemStatusPage = lazyComponent(() =>
  withTexts(import('../system/SystemStatusPage.tsx').then((module) => module.SystemStatusPage)),
);
const BackupsPage = lazyComponent(() =>
  withTexts(import('../backups/BackupsPage.tsx').then((module) => module.BackupsPage)),
);
const AgreementPage = lazyComponent(() => import('../config/AgreementPage.tsx').then((module) => module.AgreementPage));
const SystemConfigPage = lazyComponent(() =>
  withTexts(import('../config/ConfigScreen.tsx').then((module) => module.SystemConfigPage)),
);
const AutoConfigPage = lazyComponent(() =>
  withTexts(import('../config/AutoConfigPage.tsx').then((module) => module.AutoConfigPage)),
);

const isOffered = ({ entity: { calls } }: Resource) => features.offers(calls.list);

/** The routes of docs/contract.md, "Screens"; any other leads to the home screen. */
export function Screens() {
  return (
    <Routes>
      <Route path={contentScreen} element={<ToModel />} />
      <Route path={agreement.screen} element={<AgreementPage />} />
      <Route path={systemConfig.screen} element={<SystemConfigPage />} />
      <Route path={autoConfig.screen} element={<AutoConfigPage />} />
      {features.has('recycle') && <Route path={recycleBin.screen} element={<RecyclePage />} />}
      {features.offers(listBackups) && <Route path={backupPage.screen} element={<BackupsPage />} />}
      {features.offers(systemStatus) && <Route path={systemPage.screen} element={<SystemStatusPage />} />}
      <Route path="/404-In" element={<NotFound />} />
      {resources.filter(isOffered).map((resource) => (
        <Route key={resource.name} path={`${resource.path}/*`} element={<EntityScreen resource={resource} />} />
      ))}
      <Route path="*" element={<UnknownAddress />} />
    </Routes>
  );
}

/**
 * Redirects an unknown address to the home screen and says so. `unknownPath` removes it from the open screens, as a
 * menu entry may have opened it.
 */
function UnknownAddress() {
  const notify = useNotify();
  const path = usePath();
  const tell = useEffectEvent(() => notify('pages.unknown', { type: 'warning', messageArgs: { path } }));
  useEffect(() => tell(), []);
  return <Navigate to={homePath} state={{ unknownPath: path }} replace />;
}

/** `/` and `/Layout`: the administrator's last screen if the menu still has it, else the home screen. */
export function ToLastPlace() {
  const { identity: found, error: failure } = useGetIdentity();
  const identity = found as Identity | undefined;
  const { data, error, isPending } = useMenuQuery();
  // The menu is requested again if no answer came.
  const isUnanswered = !data && error instanceof CallFailure && error.isLost && !error.isForeign;
  if (failure && !identity) return <Navigate to={homePath} replace />;
  if (!identity || isPending || isUnanswered) return null;
  const place = lastPlace(identity.id);
  const isSeen = place && trailTo(data ?? [], lastScreen(identity.id)).length > 0;
  return <Navigate to={isSeen ? linkOf(place.path) : homePath} replace />;
}

/**
 * Redirects `/content` to a model that the administrator may list: the one chosen last, or the first. If they may list
 * none, the first model that the back end has says so.
 */
export function ToModel() {
  const { identity: found, isPending: isAsking } = useGetIdentity();
  const identity = found as Identity | undefined;
  const mayCall = useMayCall();
  const { data, isPending } = useQuery({
    queryKey: ['webData'],
    queryFn: ({ signal }) => callIfThere(webData, signal).then((told) => told ?? { models: [] }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isAsking || isPending) return null;
  const offered = data?.models?.map(({ model }) => model);
  const models = resources.filter(({ entity }) => entity.model && (!offered?.length || offered.includes(entity.model)));
  const own = models.filter(({ entity }) => mayCall(entity.calls.list));
  const last = identity && lastPlace(identity.id)?.model?.model;
  const { path } = own.find(({ entity }) => entity.model === last) ?? own[0] ?? models[0] ?? { path: homeScreen };
  return <Navigate to={linkOf(path)} replace />;
}
