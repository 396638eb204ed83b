import { type ShowProps, shows } from '../fields/shows.tsx';

/** Whether a screen stands in the menu; a call stands in none. */
export function ShowOfRule(props: ShowProps) {
  return props.record.guards === 'call' ? null : <shows.bool {...props} />;
}
