import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { type CheckRule, checkContent, checkLinks, riskRules } from '../../../contract/calls/check.ts';
import { type EntityName, entities } from '../../../contract/index.ts';
import { useMayCall } from '../../auth/useMay.ts';
import { http } from '../../services/services.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { focusField } from '../focusField.ts';
import { type CheckFinding, FindingLinks, keyOfFinding } from './FindingLinks.tsx';

/** The values of a form that the check before publishing looks at. */
export const checkedFields = (resource: string, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(entities[resource as EntityName].fields).flatMap(([name, { computed }]) =>
      computed ? [] : [[name, values[name]]],
    ),
  );

/**
 * Resolves when it has published, or has opened the question.
 * @param values the values that publishing sets in addition to the form's
 */
export type PublishOrAsk = (publish: () => unknown, values?: Record<string, unknown>) => Promise<void>;

/**
 * Checks a content before it is published, and asks about each risky finding once. If the panel of the check is open,
 * it asks about everything that the panel shows.
 * @returns `publishOrAsk` calls `publish` at once, after the question, or not at all
 */
export function usePublishQuestion(resource: string) {
  const translate = useTranslate();
  const { getValues } = useFormContext();
  const queryClient = useQueryClient();
  const mayCheck = useMayCall()(checkContent);
  const accepted = useRef(new Set<string>());
  const [asked, setAsked] = useState<{ findings: CheckFinding[]; publish: () => unknown }>();

  /** The findings of a check that the open panel shows; undefined if it is closed. */
  const shownOf = (call: typeof checkContent | typeof checkLinks) =>
    queryClient
      .getQueriesData<CheckFinding[]>({ queryKey: [call.path, resource], type: 'active' })
      .map(([, findings]) => findings ?? [])[0];

  const findAll = async (values: Record<string, unknown>): Promise<CheckFinding[]> => {
    // A failed check is ignored: publishing itself reports a refusal or a missing reply.
    const findings = await http
      .call(checkContent, { entity: resource, fields: checkedFields(resource, { ...getValues(), ...values }) })
      .catch((): CheckFinding[] => []);
    if (shownOf(checkContent)) return [...findings, ...(shownOf(checkLinks) ?? [])];
    return findings.filter(({ rule }) => riskRules.includes(rule as CheckRule));
  };

  const publishOrAsk: PublishOrAsk = async (publish, values = {}) => {
    const findings = mayCheck ? await findAll(values) : [];
    const isNew = (finding: CheckFinding) => !accepted.current.has(keyOfFinding(finding));
    if (findings.some(isNew)) setAsked({ findings: findings.filter(isNew), publish });
    else await publish();
  };

  const close = () => setAsked(undefined);
  const question = asked && (
    <ConfirmDialog
      title={translate('check.found', { smart_count: asked.findings.length })}
      hint={translate('check.ask')}
      action={translate('check.publish')}
      onClose={close}
      onConfirm={async () => {
        for (const finding of asked.findings) accepted.current.add(keyOfFinding(finding));
        close();
        await asked.publish();
      }}
    >
      <FindingLinks
        findings={asked.findings}
        onLead={(field, sought) => {
          close();
          // Waits until the closing dialog has returned the focus.
          setTimeout(() => focusField(field, sought));
        }}
      />
    </ConfirmDialog>
  );
  return { publishOrAsk, question };
}
