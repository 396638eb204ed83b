const focusable = 'input:not([type=hidden], [type=file]), textarea, [contenteditable=true], [role=combobox], button';

/** Opens the tab of a form that has a field, and moves the focus there. */
export function focusField(name: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  const tab = field?.closest('[id^=panel-]')?.id.replace('panel-', 'tab-');
  if (tab) document.getElementById(tab)?.click();
  // The tab is shown by then.
  requestAnimationFrame(() => {
    const input = [...(field?.querySelectorAll<HTMLElement>(focusable) ?? [])].find(
      (each) => !each.closest('[hidden]'),
    );
    input?.scrollIntoView?.({ block: 'center' });
    input?.focus({ preventScroll: true });
  });
}
