import { Box } from '@mui/material';
import type { Range } from './matchCommand.ts';

/** A text with the letters that match marked. */
export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const ends = [0, ...ranges.map(([, to]) => to)];
  return (
    <>
      {ranges.map(([from, to], i) => (
        <span key={from}>
          {text.slice(ends[i], from)}
          <Box component="mark" sx={{ bgcolor: 'transparent', color: 'primary.main', fontWeight: 'fontWeightBold' }}>
            {text.slice(from, to)}
          </Box>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
