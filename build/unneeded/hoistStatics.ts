/** Replaces `hoist-non-react-statics` (plugin.ts), which emotion's `withTheme` needs: here themes come from hooks. */
export default function hoistNonReactStatics(): never {
  throw new Error('withTheme of emotion is left out: build/unneeded');
}
