import { Alert, Box, Link } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { getMissingRules } from '../../contract/calls/auth.ts';
import { useMay } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useAll } from '../fields/useAll.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { features, http } from '../services/services.ts';

const most = 5;

/** Lists screens and calls without a rule above the rules, each with a link that creates the rule. */
export function MissingRules({ resource, children }: { resource: Resource; children: ReactNode }) {
  const translate = useTranslate();
  const linkTo = useListLink(resource);
  const mayCreate = useMay(resource.name, 'create');
  const { data: rules } = useAll(resource.name);
  const { data: missing = [] } = useQuery({
    // Read again with the list.
    queryKey: [resource.name, 'missing', rules],
    queryFn: ({ signal }) => http.call(getMissingRules, {}, signal),
    enabled: features.has('missingRules') && rules !== undefined,
  });
  const idOf = (path: string | null) => rules?.find((rule) => rule.path === path)?.id ?? null;
  return (
    <>
      {missing.length > 0 && (
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {translate('roleForm.missing', { smart_count: missing.length })}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {missing.slice(0, most).map(({ title, path, parent }) => (
              <li key={path}>
                {title} <code>{path}</code>{' '}
                {mayCreate && (
                  <Link
                    component={RouterLink}
                    to={linkTo('create')}
                    state={{ given: { title, path, pid: idOf(parent) } }}
                    aria-label={translate('roleForm.makeNamed', { path })}
                  >
                    {translate('roleForm.make')}
                  </Link>
                )}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {children}
    </>
  );
}
