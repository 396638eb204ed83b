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
 * Resolves when it has published, or asked.
 * @param values what publishing sets beside what the form has
 */
export type PublishOrAsk = (publish: () => unknown, values?: Record<string, unknown>) => Promise<void>;

/**
 * Before a content is published it is checked, and what may do harm is asked about once; if the panel of the check is open, so is all
 * that it shows.
 * @returns `publishOrAsk` calls `publish` at once, after the question, or not at all
 */
export function usePublishQuestion(resource: string) {
  const translate = useTranslate();
  const { getValues } = useFormContext();
  const queryClient = useQueryClient();
  const mayCheck = useMayCall()(checkContent);
  const accepted = useRef(new Set<string>());
  const [asked, setAsked] = useState<{ findings: CheckFinding[]; publish: () => unknown }>();

  /** What the open panel shows of a check; undefined if it is closed. */
  const shownOf = (call: typeof checkContent | typeof checkLinks) =>
    queryClient
      .getQueriesData<CheckFinding[]>({ queryKey: [call.path, resource], type: 'active' })
      .map(([, findings]) => findings ?? [])[0];

  const findAll = async (values: Record<string, unknown>): Promise<CheckFinding[]> => {
    // Publishing itself says why the server refuses, or that it does not answer.
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
          // The dialog gives the focus back first.
          setTimeout(() => focusField(field, sought));
        }}
      />
    </ConfirmDialog>
  );
  return { publishOrAsk, question };
}
