import { common, type InputProps } from '../declaration/common.ts';
import { RefInput } from '../fields/RefInput.tsx';

/** The rule that a rule stands under: one of the first level, since there are two. */
export function ScreenOfRule(props: InputProps) {
  return <RefInput {...common(props)} reference={props.field} only={({ pid }) => !pid} />;
}
