import type { SameKeys } from '../messages.ts';
import type { roleFormZh } from '../zh/roleForm.ts';

export const roleFormEn: SameKeys<typeof roleFormZh> = {
  roleForm: {
    fieldLocked: 'Your role can view this but not change it',
    ruleBrought:
      'This rule comes with the system: its path and parent are fixed, and it cannot be deleted. You can rename it, reorder it or hide it from the menu.',
    pathFixed: 'It comes with the system and cannot be changed',
    oneself: 'This is your own account. You cannot disable or delete it.',
    missing:
      '%{smart_count} page or API call has no permission rule; only super administrators can use it: |||| %{smart_count} pages or API calls have no permission rule; only super administrators can use them:',
    make: 'Add',
    makeNamed: 'Add the rule %{path}',
    viewAs: 'View the console as “%{name}”',
    viewing: 'Viewing as “%{name}”, read-only',
    endView: 'Stop viewing',
    beyond: 'exceeds your permissions',
    search: 'Search permissions',
    openAll: 'Expand all',
    foldAll: 'Collapse all',
    chosen: '%{n} of %{all} selected',
    count: '%{n} of %{all}',
    openScreen: 'Open the page',
    noneFound: 'No matching permissions',
    rulesFailed: 'The permission rules could not be loaded. Try again later.',
    ownContact: 'Required to change your own mobile number or email address.',
    keepPasswordOnly: 'Leave empty to keep the current password.',
    keepPassword:
      'Leave empty to keep the current password. A new password signs this administrator out everywhere and has to be changed again.',
    endFactor: 'Turn off two-factor authentication for “%{name}”?',
    endFactors: 'Turn off',
    factorsEnded: 'Two-factor authentication turned off',
    factorOff: 'Off',
    endFactorHint:
      'For a lost authenticator or passkey: the authenticator, passkeys and recovery codes stop working at once, and the password alone is enough to sign in. First make sure who is asking you.',
    generatePassword: 'Generate a password',
    generatedPassword: 'Copy it before you save and hand it over. It cannot be shown again.',
    firstPassword: 'It has to be changed at the first sign-in.',
    factorOn: 'On',
    factorPasskeys: '%{smart_count} passkey |||| %{smart_count} passkeys',
    cells: { view: 'View', create: 'Add', edit: 'Edit', publish: 'Publish', delete: 'Delete', export: 'Export' },
    partly: 'Only partly granted',
    advanced: 'Advanced: all permission rules',
    besideMatrix: '%{smart_count} is not in the table |||| %{smart_count} are not in the table',
    preset: 'Start from a preset',
    presets: {
      chief: {
        name: 'Editor-in-chief',
        hint: 'All content, sections, media, navigation and advertisements, including publishing',
      },
      editor: { name: 'Editor', hint: 'Writes content and uploads media; cannot publish or delete' },
      shop: { name: 'Shop manager', hint: 'Products, options, advertisements, users and messages' },
      service: { name: 'Customer service', hint: 'Answers messages and maintains user data' },
      reader: { name: 'Read-only', hint: 'Views the site, its content and users' },
    },
    changed:
      'Saving immediately affects %{smart_count} administrator: |||| Saving immediately affects %{smart_count} administrators:',
    lost: 'lost: %{what}',
    gained: 'gained: %{what}',
    limitsChanged: 'changed restrictions: %{what}',
    rowChange: '%{name} (%{cells})',
    and: ', ',
    between: '; ',
    factorHint: 'Administrators with this role need a code or a passkey in addition to the password',
    factorDaysHint:
      'Counted from when this was turned on, or from when the account was added. After that, it must be set up before anything else. Leave empty to require it immediately',
    columnsHint: 'Includes their subsections; leave empty for no restriction',
    fieldOf: '%{entity}: %{field}',
    fieldLimits: { hidden: 'Hidden', read: 'Read-only' },
    addLimit: 'Add a field to hide or make read-only',
    dropLimit: 'Remove the restriction on “%{name}”',
  },
};
