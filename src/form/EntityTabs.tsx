import { Alert, Badge, Box, Tab, Tabs, type Theme, useMediaQuery } from '@mui/material';
import { ListContext, type RaRecord, useRecordContext, useResourceContext, useTranslate } from 'ra-core';
import { type KeyboardEvent, memo, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
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
import { sizes } from '../theme/index.ts';
import { isCompositionKey } from '../utils/keyboard.ts';
import { useWritingView, writingTabs } from './writingView.tsx';

interface Props {
  resource: Resource;
  isNew: boolean;
  isReadOnly?: boolean;
}

/**
 * All tabs are mounted. After a failed save, the first one with an invalid field opens, and that field gets the focus.
 * In the writing view, the text is on the left and the other tabs are beside it.
 */
export const EntityTabs = memo(({ resource, isNew, isReadOnly }: Props) => {
  const translate = useTranslate();
  const { errors, submitCount, isSubmitting } = useFormState();
  const hasParams = Boolean(useFormParams(resource.entity)?.length);
  const isThere = (tab: TabDeclaration) =>
    hasParams || !fieldsOf(tab).every((name) => resource.entity.fields[name]?.kind === 'params');
  const known = knownTabs(resource, isNew).filter(([, tab]) => isThere(tab));
  const writing = useWritingView();
  const tabs = writing?.isOn ? writingTabs(known, resource.form.writing) : known;
  const [text, settings] = writing?.isOn && writing.isWide ? [tabs[0], tabs.slice(1)] : [undefined, tabs];
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get('tab') ?? '';
  const [chosen, setOpen] = useState<string>(asked);
  useEffect(() => {
    if (asked) setOpen(asked);
  }, [asked]);
  // The chosen tab may not exist any more, because the tabs depend on the record's column.
  const open = (settings.find(([key]) => key === chosen) ?? settings[0])?.[0] ?? '';
  const refused = tabs.filter(([, tab]) => fieldsOf(tab).some((name) => errors[name])).map(([key]) => key);
  const firstRefused = refused.some((key) => key === open || key === text?.[0]) ? undefined : refused[0];

  const panels = useRef<HTMLDivElement>(null);
  const isText = text !== undefined;
  useEffect(() => {
    if (!isText) return undefined;
    focusIn(panels.current, titleInput);
    // After the writing view, the title is another input in its tab.
    return () => focusIn(panels.current, titleInput);
  }, [isText]);
  // On touch screens the focus opens the keyboard, which covers half of the form.
  const isTouchScreen = useMediaQuery('(pointer: coarse)', { noSsr: true });
  useEffect(() => {
    if (!isReadOnly && !isTouchScreen) focusIn(panels.current, firstInput);
  }, [isReadOnly, isTouchScreen]);
  const [shownFor, setShownFor] = useState(0);

  // Only a save changes the tab and the focus, not every new error. While an input has the focus, as after a save by
  // keyboard, the caret stays there.
  const showRefused = useEffectEvent(() => {
    if (isTypedIn(panels.current)) return;
    if (firstRefused) setOpen(firstRefused);
    if (text && refused.some((key) => key !== text[0])) writing?.showSettings(true);
    if (refused.length > 0) setShownFor(submitCount);
  });
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) showRefused();
  }, [submitCount, isSubmitting]);
  useEffect(() => {
    if (shownFor > 0) focusRefused(panels.current);
  }, [shownFor]);

  const hideTabs = settings.length === 1;
  const titleOf = (key: string, { title }: TabDeclaration) => translate(title ?? `formTabs.${key}`);
  const named = (key: string, tab: TabDeclaration) =>
    hideTabs || key === text?.[0]
      ? { role: 'group', 'aria-label': titleOf(key, tab) }
      : { role: 'tabpanel', 'aria-labelledby': `tab-${key}` };
  const isFolded = isText && !writing?.hasSettings;

  const bar = (
    <Tabs
      key="tabs"
      value={open}
      onChange={(_event, key) => setOpen(key)}
      variant="scrollable"
      sx={[
        { px: { xs: 1, sm: 3 }, borderBottom: 1, borderColor: 'divider', flexShrink: 0 },
        isText ? wrapped : inLines,
        isFolded && { display: 'none' },
      ]}
    >
      {settings.map(([key, tab]) => (
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
  );
  const panel = ([key, tab]: [key: string, tab: TabDeclaration]) => (
    <Box
      key={key}
      id={`panel-${key}`}
      {...named(key, tab)}
      hidden={key !== text?.[0] && (isFolded || key !== open)}
      // A read-only panel may contain nothing focusable, so the panel itself must be scrollable by keyboard.
      tabIndex={isReadOnly ? 0 : undefined}
      sx={{
        p: 3,
        // Sticky elements in the panel stick to its edge (src/richText/toolbar/ToolBar.tsx).
        '--tools-top': ({ spacing }) => spacing(-3),
        flex: 1,
        overflowY: 'auto',
        minHeight: 0,
        containerType: 'inline-size',
        '& .MuiFormControl-root': clearOfBars,
      }}
    >
      <TabFields resource={resource} tab={tab} isNew={isNew} isReadOnly={isReadOnly} isBesideText={isText} />
      {tab.After && !isReadOnly && <tab.After />}
    </Box>
  );
  return (
    <Box
      ref={panels}
      onKeyDown={isText ? goOnInText : undefined}
      sx={[tabsLayout, isText && (isFolded ? textAlone : textBesideTabs)]}
    >
      {/* All panels are in one list, so that a text which is being typed stays mounted when the view changes. */}
      {[...(text ? [panel(text)] : []), ...(hideTabs ? [] : [bar]), ...settings.map(panel)]}
    </Box>
  );
});

const tabsLayout = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, minWidth: 0 } as const;

const writingText = {
  display: 'grid',
  '& > :first-of-type': {
    gridArea: '1 / 1 / -1',
    // The text scrolls with its panel (src/richText/contentStyle.ts).
    '--text-height': 'none',
    '& > *': { maxWidth: sizes.text, mx: 'auto' },
    '& [data-title] input': { fontSize: '1.5rem', fontWeight: 600 },
  },
} as const;
const textAlone = { ...writingText, gridTemplate: '100% / minmax(0, 1fr)' } as const;
const textBesideTabs = {
  ...writingText,
  gridTemplate: `auto minmax(0, 1fr) / minmax(0, 1fr) ${sizes.writingSettings}`,
  '& > :not(:first-of-type)': { gridColumn: 2, borderInlineStart: 1, borderInlineStartColor: 'divider' },
} as const;

/** Keeps scrolled fields clear of the edges and of the footer. */
const clearOfBars = { scrollMarginBlock: ({ spacing }: Theme) => `${spacing(2)} ${spacing(11)}` };

/** Lets tabs that have no room in one line wrap to several. */
const wrapped = ({ palette }: Theme) => ({
  '& .MuiTabs-list': { flexWrap: 'wrap' },
  '& .MuiTabs-indicator': { display: 'none' },
  '& .MuiTab-root': { minWidth: 0 },
  '& .Mui-selected': { boxShadow: `inset 0 -2px ${palette.primary.main}` },
});
const inLines = (theme: Theme) => ({ [theme.breakpoints.down('lg')]: wrapped(theme) });

const titleInput = '[data-title] input';
/** The first input of the open tab, except switches and uploads. */
const firstInput = [
  'input:not([type=file], [type=checkbox], [aria-hidden=true], :read-only)',
  'textarea:not([aria-hidden=true], :read-only)',
  '[role=combobox]:not([aria-disabled=true])',
]
  .map((input) => `[id^=panel-]:not([hidden]) [data-field] ${input}`)
  .join();

/** Moves the focus to an input, unless something in the form's dialog has it already. */
function focusIn(panels: HTMLElement | null, input: string): void {
  const dialog = panels?.closest('[role=dialog]');
  const { activeElement } = document;
  if (!dialog || (activeElement !== dialog && dialog.contains(activeElement))) return;
  panels?.querySelector<HTMLElement>(input)?.focus({ preventScroll: true });
}

/** Enter in the title moves the focus to the text. */
function goOnInText({ key, target, currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Enter' || isCompositionKey(nativeEvent) || !(target as Element).matches('[data-title] input')) return;
  currentTarget.querySelector<HTMLElement>('[contenteditable=true]')?.focus();
}

const isTypedIn = (panels: HTMLElement | null) =>
  panels?.querySelector(':is(input, textarea, [contenteditable=true]):focus') !== null;

/** Moves the focus to the first refused field. A select's hidden input cannot have it, so its combobox takes it. */
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

function TabFields({
  resource,
  tab,
  isNew,
  isReadOnly,
  isBesideText,
}: Props & { tab: TabDeclaration; isBesideText: boolean }) {
  const group = (names: string[]) =>
    names.map((name) => <FormField key={name} resource={resource} name={name} isNew={isNew} isReadOnly={isReadOnly} />);
  const stack = { display: 'flex', flexDirection: 'column', gap: 'var(--gap)', minWidth: 0 } as const;
  if (!tab.side) return <Box sx={stack}>{group(tab.main)}</Box>;
  // Beside the text of the writing view, the fields that place the record come first.
  const columns = isBesideText ? [tab.side, tab.main] : [tab.main, tab.side];
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 3,
        rowGap: 'var(--gap)',
        gridTemplateColumns: 'minmax(0, 1fr)',
        [`@container (min-width: ${sizes.twoColumns})`]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      {columns.map((names) => (
        <Box key={names.join()} sx={stack}>
          {group(names)}
        </Box>
      ))}
      {tab.wide && <Box sx={{ ...stack, gridColumn: '1 / -1' }}>{group(tab.wide)}</Box>}
    </Box>
  );
}

/** Memoized, because a save renders the tabs several times but changes few of the fields. */
const FormField = memo(({ resource, name, isNew, isReadOnly }: Props & { name: string }) => {
  const lockReason = useLockReason();
  const record = useRecordContext();
  const Input = resource.form.inputs?.[name] ?? InputOf;
  const field = resource.entity.fields[name] as Field;
  const isUntold = useIsUntold(resource, name);
  if (isUntold && !isNew) return <UnavailableField name={name} />;
  const why = isReadOnly ? undefined : lockReason(name, record);
  const lock = why ? { isReadOnly: true, hint: why } : { isReadOnly };
  const validators = contradictionValidators(resource.entity, name, isNew || !record ? null : record);
  return (
    <div
      data-field={name}
      data-title={name === resource.form.writing?.title || undefined}
      style={{ display: 'contents' }}
    >
      <Input field={field} name={name} isNew={isNew} validators={validators} {...lock} />
    </div>
  );
});

/**
 * Whether the back end leaves a long field out of the rows of lists, and so out of all that is known of a record there. What a single row
 * lacks is empty: some back ends send no empty values. A single page comes whole, and one without a record yet has an id below 0.
 */
function useIsUntold({ entity }: Resource, name: string): boolean {
  const record = useRecordContext();
  const list = useContext(ListContext);
  const field = entity.fields[name] as Field;
  const isLong = field.heavy || lists.includes(field.kind);
  if (!isLong || !record || record[name] !== undefined || features.has('ids') || entity.calls.list.each) return false;
  return !list?.data?.some((row: RaRecord) => row[name] !== undefined);
}

/** Replaces an input whose value the back end did not send: typing would overwrite a value that nobody saw. */
function UnavailableField({ name }: { name: string }) {
  const translate = useTranslate();
  const label = useFieldLabel(useResourceContext() ?? '');
  return <Alert severity="info">{translate('form.untold', { name: label(name) })}</Alert>;
}
