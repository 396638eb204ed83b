import { Box, Link, Typography } from '@mui/material';
import { useResourceContext } from 'ra-core';
import type { Returned } from '../../../contract/call.ts';
import type { checkContent } from '../../../contract/calls/check.ts';
import { maskNumber } from '../../../contract/maskNumber.ts';
import { useFieldLabel } from '../../declaration/useFieldLabel.ts';
import type { Sought } from '../../richText/find/selectFound.ts';
import { focusField } from '../focusField.ts';

export type CheckFinding = Returned<typeof checkContent>[number];

export const keyOfFinding = ({ rule, field, msg, found }: CheckFinding) => JSON.stringify([rule, field, msg, found]);

function soughtOf(rule: string, text: string | undefined): Sought | undefined {
  if (rule === 'alt') return { kind: 'barePicture' };
  return text === undefined ? undefined : { kind: rule === 'link' ? 'address' : 'text', text };
}

interface Props {
  findings: CheckFinding[];
  /** Leads to a field of the form, and to the text or picture that is sought in it. */
  onLead?: (field: string, sought?: Sought) => void;
}

/** Lists the findings of the check before publishing. A link to a text leads to its next occurrence with each click. */
export function FindingLinks({ findings, onLead = focusField }: Props) {
  const label = useFieldLabel(useResourceContext() ?? '');
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {findings.map((finding) => {
        const { rule, field, msg, found } = finding;
        const lead = (text?: string) => onLead(field, soughtOf(rule, text));
        return (
          <Box key={keyOfFinding(finding)} component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
            <Link component="button" type="button" onClick={() => lead(found?.[0])}>
              {label(field)}
            </Link>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {msg}
            </Typography>
            {found && found.length > 1 && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
                {found.map((text) => (
                  <Link key={text} component="button" type="button" variant="body2" onClick={() => lead(text)}>
                    {rule === 'phone' || rule === 'id' ? maskNumber(text) : text}
                  </Link>
                ))}
              </Box>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
