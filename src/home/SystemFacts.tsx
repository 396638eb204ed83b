import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Time } from '../fields/Time.tsx';
import { entryOf } from '../utils/values.ts';
import { Section } from './Section.tsx';
import type { Welcome } from './useWelcome.ts';

/** As their makers write them. */
const databases: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** What the back end runs on; a fact that it does not tell is left out. */
export function SystemFacts({ system }: { system: Welcome['system'] }) {
  const translate = useTranslate();
  const facts: Record<string, ReactNode> = {
    version: system?.version,
    database: system?.database && (entryOf(databases, system.database) ?? system.database),
    node: system?.node,
    started: system?.started && <Time value={system.started} />,
  };
  return (
    <Section title={translate('home.system')}>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 0.5, m: 0 }}
      >
        {Object.entries(facts)
          .filter(([, fact]) => fact || !system)
          .map(([name, fact]) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {translate(`home.${name}`)}
              </Box>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {fact ?? <Skeleton width="60%" />}
              </Box>
            </Box>
          ))}
      </Box>
    </Section>
  );
}
