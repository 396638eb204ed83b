import { Alert, Badge, Box, Tab, Tabs, type Theme } from '@mui/material';
import { useRecordContext, useResourceContext, useTranslate } from 'ra-core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { Field } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';
import { knownTabs } from '../declaration/knownFields.ts';
import { fieldsOf, type Resource, type Tab as TabDeclaration } from '../declaration/resource.ts';
import { useLockReason } from '../declaration/resourceContext.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { contradictionValidators } from '../declaration/validators.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { useFormParams } from '../fields/params/useColumnParams.ts';
import { features } from '../services/services.ts';

interface Props {
  resource: Resource;
  isNew: boolean;
  isReadOnly?: boolean;
  onOpen?: (tab: string) => void;
}

/** All tabs are mounted. After a failed save the first one with an invalid field opens, and has the focus. */
export function EntityTabs({ resource, isNew, isReadOnly, onOpen }: Props) {
  const translate = useTranslate();
  const { errors, submitCount, isSubmitting } = useFormState();
  const hasParams = Boolean(useFormParams(resource.entity)?.length);
  const isThere = (tab: TabDeclaration) =>
    hasParams || !fieldsOf(tab).every((name) => resource.entity.fields[name]?.kind === 'params');
  const tabs = knownTabs(resource, isNew).filter(([, tab]) => isThere(tab));
  const { search, state } = useLocation();
  const asked = new URLSearchParams(search).get('tab') ?? '';
  const [chosen, setOpen] = useState<string>(asked || (state?.tab ?? ''));
  useEffect(() => {
    if (asked) setOpen(asked);
  }, [asked]);
  // The tabs depend on the column.
  const open = (tabs.find(([key]) => key === chosen) ?? tabs[0])?.[0] ?? '';
  const refused = tabs.filter(([, tab]) => fieldsOf(tab).some((name) => errors[name])).map(([key]) => key);
  const firstRefused = refused.includes(open) ? undefined : refused[0];

  const panels = useRef<HTMLDivElement>(null);
  const [shownFor, setShownFor] = useState(0);

  // Only a save changes the tab and the focus, not every new error.
  const showRefused = useEffectEvent(() => {
    if (firstRefused) setOpen(firstRefused);
    if (refused.length > 0) setShownFor(submitCount);
  });
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) showRefused();
  }, [submitCount, isSubmitting]);
  useEffect(() => {
    if (shownFor > 0) focusRefused(panels.current);
  }, [shownFor]);

  const hideTabs = tabs.length === 1;
  const titleOf = (key: string, { title }: TabDeclaration) => translate(title ?? `formTabs.${key}`);
  const named = (key: string, tab: TabDeclaration) =>
    hideTabs
      ? { role: 'group', 'aria-label': titleOf(key, tab) }
      : { role: 'tabpanel', 'aria-labelledby': `tab-${key}` };

  return (
    <>
      {!hideTabs && (
        <Tabs
          value={open}
          onChange={(_event, key) => {
            setOpen(key);
            onOpen?.(key);
          }}
          variant="scrollable"
          sx={[{ px: { xs: 1, sm: 3 }, borderBottom: 1, borderColor: 'divider', flexShrink: 0 }, inLines]}
        >
          {tabs.map(([key, tab]) => (
            <Tab
              key={key}
              value={key}
              id={`tab-${key}`}
              aria-controls={`panel-${key}`}
              label={
                <Badge
                  color="error"
                  variant="dot"
                  invisible={!refused.includes(key)}
                  sx={{ '& .MuiBadge-badge': { insetInlineEnd: ({ spacing }) => spacing(-1) } }}
                >
                  <span title={refused.includes(key) ? translate('form.errors') : undefined}>{titleOf(key, tab)}</span>
                </Badge>
              }
            />
          ))}
        </Tabs>
      )}
      <Box ref={panels} sx={{ flex: 1, overflowY: 'auto', minHeight: 0, '& .MuiFormControl-root': clearOfBars }}>
        {tabs.map(([key, tab]) => (
          <Box
            key={key}
            id={`panel-${key}`}
            {...named(key, tab)}
            hidden={key !== open}
            // Without focusable content the panel itself must be scrollable by keyboard.
            tabIndex={isReadOnly ? 0 : undefined}
            sx={{ p: 3 }}
          >
            <TabFields resource={resource} tab={tab} isNew={isNew} isReadOnly={isReadOnly} />
            {tab.After && !isReadOnly && <tab.After />}
          </Box>
        ))}
      </Box>
    </>
  );
}

/** Keeps scrolled fields clear of the edges and of the footer. */
const clearOfBars = { scrollMarginBlock: ({ spacing }: Theme) => `${spacing(2)} ${spacing(11)}` };

const inLines = ({ breakpoints, palette }: Theme) => ({
  [breakpoints.down('lg')]: {
    '& .MuiTabs-list': { flexWrap: 'wrap' },
    '& .MuiTabs-indicator': { display: 'none' },
    '& .MuiTab-root': { minWidth: 0 },
    '& .Mui-selected': { boxShadow: `inset 0 -2px ${palette.primary.main}` },
  },
});

/** The hidden input of a select cannot have the focus; its combobox takes it. */
function focusRefused(panels: HTMLElement | null): void {
  const field = panels?.querySelector<HTMLElement>(
    ['[aria-invalid=true]', '[data-invalid]'].map((which) => `[id^=panel-]:not([hidden]) ${which}`).join(),
  );
  const select = field?.closest('.MuiInputBase-root')?.querySelector<HTMLElement>('[role=combobox]');
  (select ?? field)?.focus({ preventScroll: true });
  const whole = field?.closest('.MuiFormControl-root') ?? field;
  whole?.scrollIntoView?.({ block: 'nearest' });
}

/** Kinds that are edited row by row. A row added to a list that the back end left out would replace that list. */
const lists: readonly Kind[] = ['images', 'files', 'items'];

function TabFields({ resource, tab, isNew, isReadOnly }: Props & { tab: TabDeclaration }) {
  const lockReason = useLockReason();
  const record = useRecordContext();
  const group = (names: string[]) =>
    names.map((name) => {
      const Input = resource.form.inputs?.[name] ?? InputOf;
      const field = resource.entity.fields[name] as Field;
      // Back ends without `ids` have only the list, which leaves out long fields: undefined does not mean empty.
      const isLong = field.heavy || lists.includes(field.kind);
      if (isLong && !isNew && record && record[name] === undefined && !features.has('ids'))
        return <UnavailableField key={name} name={name} />;
      const why = isReadOnly ? undefined : lockReason(name, record);
      const lock = why ? { isReadOnly: true, hint: why } : { isReadOnly };
      const validators = contradictionValidators(resource.entity, name, isNew || !record ? null : record);
      return (
        <div key={name} data-field={name} style={{ display: 'contents' }}>
          <Input field={field} name={name} isNew={isNew} validators={validators} {...lock} />
        </div>
      );
    });
  const stack = { display: 'flex', flexDirection: 'column', gap: 'var(--gap)', minWidth: 0 } as const;
  if (!tab.side) return <Box sx={stack}>{group(tab.main)}</Box>;
  return (
    <Box
      sx={{
        display: 'grid',
        ...{ columnGap: 3, rowGap: 'var(--gap)' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <Box sx={stack}>{group(tab.main)}</Box>
      <Box sx={stack}>{group(tab.side)}</Box>
      {tab.wide && <Box sx={{ ...stack, gridColumn: '1 / -1' }}>{group(tab.wide)}</Box>}
    </Box>
  );
}

/** Typing into an input whose value is not sent would overwrite a value that nobody saw. */
function UnavailableField({ name }: { name: string }) {
  const translate = useTranslate();
  const label = useFieldLabel(useResourceContext() ?? '');
  return <Alert severity="info">{translate('form.untold', { name: label(name) })}</Alert>;
}
