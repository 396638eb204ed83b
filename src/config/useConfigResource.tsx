import { Box, Button, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'ra-core';
import { PasswordInput } from 'ra-ui-materialui';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { systemGroups, systemItem } from '../../contract/configItems.ts';
import { agreementItems } from '../../contract/configScreens.ts';
import type { Entity } from '../../contract/entity.ts';
import { listPath } from '../../contract/paths.ts';
import { common, type InputProps } from '../declaration/common.ts';
import type { Resource, Tab } from '../declaration/resource.ts';
import { TypedInput } from '../fields/params/ParamsInput.tsx';
import { features } from '../services/services.ts';
import type { ConfigRecord } from './configProvider.ts';
import { cleared, fieldOf, type Item } from './items.ts';
import { SendMail, SendSms } from './sendTests.tsx';

/** The agreement has a screen of its own. */
const elsewhere: readonly string[] = Object.values(agreementItems);
const tests: Record<string, Tab['After']> = { sms: SendSms, mail: SendMail };

/** The tabs of the program's items, in its order; unknown items come last. */
function tabsOf(items: Item[]): Record<string, Tab> {
  const names = (group?: string) =>
    items.filter(({ en_name }) => systemItem(en_name)?.group === group).map(({ en_name }) => en_name);
  const known = systemGroups.map((group): [string, Tab] => [
    group,
    { title: `configGroups.${group}`, main: names(group), ...(tests[group] && { After: tests[group] }) },
  ]);
  const other: [string, Tab] = ['other', { title: 'config.other', main: names() }];
  return Object.fromEntries([...known, other].filter(([, { main }]) => main.length > 0));
}

/** Memoized by the items' definitions. `title` is that of the only tab; without it each group has one. */
export function useConfigResource(entity: Entity, items: Item[] | undefined, title?: string): Resource {
  const translate = useTranslate();
  const known = items
    ?.filter(({ en_name }) => !elsewhere.includes(en_name))
    .map(({ value: _value, isSet: _isSet, version: _version, ...definition }) => definition);
  const definitions = JSON.stringify(known ?? []);
  return useMemo(() => {
    const parsed = JSON.parse(definitions) as Item[];
    const labels = Object.fromEntries(
      parsed.map(({ en_name, zh_name }) => [en_name, translate(`configItems.${en_name}.name`, { _: zh_name })]),
    );
    const inputs = Object.fromEntries(
      parsed.map(({ en_name, type, tip }) => {
        const hint = translate(`configItems.${en_name}.tip`, { _: tip }) || undefined;
        const Input = (props: InputProps) => {
          const given = { ...props, label: labels[en_name] ?? en_name, ...(hint && { hint }) };
          return type === 'secret' ? <SecretInput {...given} /> : <TypedInput {...given} type={type} />;
        };
        return [en_name, Input];
      }),
    );
    const fields = { ...entity.fields, ...Object.fromEntries(parsed.map((item) => [item.en_name, fieldOf(item)])) };
    return {
      name: entity.name,
      entity: { ...entity, fields },
      path: listPath(entity),
      list: { columns: [] },
      row: {},
      form: {
        tabs: title === undefined ? tabsOf(parsed) : { base: { title, main: parsed.map(({ en_name }) => en_name) } },
        labels,
        inputs,
        showsReply: true,
        staleMessage: 'form.staleConfig',
      },
      // docs/contract.md, "Failures".
      record: { silent: 'all' },
    };
  }, [definitions, entity, title, translate]);
}

/** A write-only value: whether it is set, an input for a new one, and a button that clears it. */
function SecretInput(props: InputProps) {
  const { name, label, isReadOnly } = props;
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const value = useWatch({ name });
  const record = useRecordContext<ConfigRecord>();
  const isSet = record?.items.find(({ en_name }) => en_name === name)?.isSet ?? false;
  const isCleared = value === cleared;
  const state = isCleared ? 'config.isCleared' : isSet ? 'config.isSet' : 'config.isUnset';
  // If the back end does not say whether a secret is set, it cannot be cleared.
  const canClear = isSet && !isReadOnly && features.has('clearSecrets');
  return (
    <Box>
      <PasswordInput
        {...common(props)}
        autoComplete="new-password"
        // react-hook-form leaves disabled fields out of the values.
        readOnly={isCleared || isReadOnly}
        format={(stored: unknown) => stored || ''}
        parse={(typed: unknown) => typed ?? ''}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 32 }}>
        <Typography variant="caption" role="status" color={isCleared ? 'error' : 'text.secondary'}>
          {translate(state)}
        </Typography>
        {canClear && (
          <Button
            size="small"
            color={isCleared ? 'inherit' : 'error'}
            aria-label={translate(isCleared ? 'config.keepOf' : 'config.clearOf', { name: label })}
            onClick={() => setValue(name, isCleared ? '' : cleared, { shouldDirty: true })}
          >
            {translate(isCleared ? 'config.keep' : 'config.clear')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
