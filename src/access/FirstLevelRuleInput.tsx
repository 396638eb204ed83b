import { common, type InputProps } from '../declaration/common.ts';
import { RefInput } from '../fields/RefInput.tsx';

/** The parent of a rule: a first-level rule, since the tree has two levels. */
export function FirstLevelRuleInput(props: InputProps) {
  return <RefInput {...common(props)} reference={props.field} only={({ pid }) => !pid} />;
}
