import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Maps the end of a module's path to its replacement. Libraries bring these modules into the first script, but nothing
 * here uses them.
 */
const replacements = {
  // react-admin's lists use this CSV exporter; the console exports with src/csv.
  'jsonexport/dist/index.js': 'jsonexport.ts',
  // node-polyglot uses it for browsers from before 2017.
  'object.entries/index.js': 'objectEntries.cjs',
  'inflection/lib/inflection.js': 'inflection.ts',
  'hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js': 'hoistStatics.ts',
  '@mui/material/esm/styles/createThemeWithVars.js': 'cssVariables.ts',
  '@mui/material/esm/styles/ThemeProviderWithVars.js': 'cssVariables.ts',
  '@mui/material/esm/FilledInput/FilledInput.js': 'outlined.ts',
  '@mui/material/esm/Input/Input.js': 'outlined.ts',
  // es-toolkit replaces lodash's `union`, but imports a fifth of its package for that.
  'es-toolkit/dist/compat/array/union.mjs': 'union.ts',
  // Only react-admin's expandable rows use these, and no list has such rows.
  '@mui/material/esm/Collapse/Collapse.js': 'collapse.ts',
  'ra-ui-materialui/dist/list/datagrid/ExpandRowButton.js': 'nothing.ts',
  'ra-ui-materialui/dist/list/datagrid/ExpandAllButton.js': 'nothing.ts',
  '@popperjs/core/lib/index.js': 'latePopper.ts',
};

/** The console has its own versions of these parts of react-admin's table, so they render nothing. */
const unusedParts = [
  'ra-ui-materialui/dist/list/BulkActionsToolbar.js',
  'ra-ui-materialui/dist/list/datatable/ColumnsSelector.js',
  'ra-ui-materialui/dist/list/datatable/ColumnsSelectorItem.js',
  'ra-ui-materialui/dist/button/BulkDeleteButton.js',
  'ra-ui-materialui/dist/list/datatable/DataTableLoading.js',
  'ra-ui-materialui/dist/list/datatable/SelectPageCheckbox.js',
  'ra-ui-materialui/dist/list/datatable/SelectRowCheckbox.js',
  'ra-ui-materialui/dist/list/ListNoResults.js',
];

/** The calls of the public site, which the console never makes. Nothing but the contract's table imports them. */
const callsOfSite = '/contract/calls/site.ts';
const tableOfCalls = '/contract/index.ts';

/** Replaces these modules in builds. A path that the libraries no longer have fails the build. */
export function withoutUnneeded(): Plugin {
  const ends = [...Object.keys(replacements), ...unusedParts];
  const unseen = new Set([...ends, callsOfSite]);
  return {
    name: 'without-unneeded',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id.endsWith(callsOfSite)) {
        unseen.delete(callsOfSite);
        return 'export {}';
      }
      const end = ends.find((each) => id.endsWith(`/node_modules/${each}`));
      if (!end) return undefined;
      unseen.delete(end);
      const file = replacements[end as keyof typeof replacements];
      if (!file) return `export const ${basename(end, '.js')} = () => null;`;
      const code = readFileSync(join(import.meta.dirname, file), 'utf8');
      return { code, moduleType: file.endsWith('.ts') ? 'ts' : 'js' };
    },
    buildEnd(error) {
      // The benchmarks' applications are built with the same configuration, and make no calls of the contract.
      if (![...this.getModuleIds()].some((id) => id.endsWith(tableOfCalls))) unseen.delete(callsOfSite);
      if (!error && unseen.size > 0) throw new Error(`build/unneeded replaces what is not there: ${[...unseen]}`);
    },
  };
}
