import type { Sought } from '../richText/find/selectFound.ts';

const editable = '[contenteditable=true]';
const focusable = `input:not([type=hidden], [type=file]), textarea, ${editable}, [role=combobox], button`;

/**
 * Opens the tab of a form that has a field, and moves the focus there.
 * @param sought what is selected there
 */
export function focusField(name: string, sought?: Sought): void {
  // The headings of react-admin's lists have the attribute, too.
  const field = document.querySelector<HTMLElement>(`form [data-field="${CSS.escape(name)}"]`);
  const tab = field?.closest('[id^=panel-]')?.id.replace('panel-', 'tab-');
  if (tab) document.getElementById(tab)?.click();
  // The tab is shown by then.
  requestAnimationFrame(() => {
    const inputs = [...(field?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(
      (each) => !each.closest('[hidden]'),
    );
    // The tools of an editor stand before its text.
    const input = inputs.find((each) => each.matches(editable)) ?? inputs[0];
    input?.scrollIntoView?.({ block: 'center' });
    input?.focus({ preventScroll: true });
    if (input && sought) select(input, sought);
  });
}

async function select(input: HTMLElement, sought: Sought): Promise<void> {
  if (input.matches(editable)) {
    const { selectFound } = await import('../richText/find/selectFound.ts');
    selectFound(input, sought);
  } else if (sought.kind === 'text' && (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) {
    const at = input.value.toLowerCase().indexOf(sought.text.toLowerCase());
    if (at >= 0) input.setSelectionRange(at, at + sought.text.length);
  }
}
