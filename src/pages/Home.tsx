import { Alert, Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDefaultTitle, useTranslate } from 'ra-core';
import { Title } from 'ra-ui-materialui';
import { Link } from 'react-router-dom';
import { welcomeDate } from '../../contract/calls/console.ts';
import { Time } from '../fields/Time.tsx';
import { useIdentity } from '../layout/useMenu.ts';
import { resources } from '../resources/index.ts';
import { Failed } from '../screens/faces.tsx';
import { readUnsaved } from '../screens/unsaved.ts';
import { basename, http } from '../services.ts';

/** The welcome screen: what there is, where to begin, and what is still unsaved. */
export function Home() {
  const translate = useTranslate();
  const appTitle = useDefaultTitle();
  const identity = useIdentity();
  const { data, error, refetch } = useQuery({
    queryKey: ['welcomeDate'],
    queryFn: ({ signal }) => http.call(welcomeDate, {}, signal),
  });
  const unsaved = readUnsaved(identity?.id);
  // Which of it another back end answers is not known (contract.md section 5).
  const has = (part: 'counts' | 'system') => !data || Boolean(data[part]);
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 3, maxWidth: 1200 }}>
      <Title title={translate('home.title')} defaultTitle={appTitle} />
      <Typography variant="h1">
        {identity ? translate('home.hello', { name: identity.fullName }) : <Skeleton width={160} />}
      </Typography>
      {unsaved && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" component={Link} to={unsaved.path}>
              {translate('home.resume')}
            </Button>
          }
        >
          {translate('home.unsaved', { title: unsaved.title })}
        </Alert>
      )}
      {error && <Failed error={error} onRetry={refetch} />}
      {!error && has('counts') && <Counts counts={data?.counts} />}
      <Section title={translate('home.quick')}>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <QuickEntry resource="article" to="/content/article/create" label="home.writeArticle" />
          <QuickEntry resource="column" to="/columnList/create" label="home.addColumn" />
        </Box>
      </Section>
      {!error && has('system') && (
        <Section title={translate('home.system')}>
          <Box
            component="dl"
            sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 0.5, m: 0 }}
          >
            <Fact label={translate('home.version')}>{data?.system.version}</Fact>
            <Fact label={translate('home.database')}>{data?.system.database}</Fact>
            <Fact label={translate('home.node')}>{data?.system.node}</Fact>
            <Fact label={translate('home.started')}>{data && <Time value={data.system.started} />}</Fact>
          </Box>
        </Section>
      )}
    </Box>
  );
}

/** A way to begin something, for those who may. */
function QuickEntry({ resource, to, label }: { resource: string; to: string; label: string }) {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource, action: 'create' });
  if (!canAccess) return null;
  return (
    <Button variant="outlined" component={Link} to={`${basename}${to}`}>
      {translate(label)}
    </Button>
  );
}

function Counts({ counts }: { counts: Record<string, number> | undefined }) {
  const translate = useTranslate();
  const shown = counts ? Object.entries(counts) : resources.map(({ name }): [string, undefined] => [name, undefined]);
  const pathOf = new Map(resources.map(({ name, path }) => [name, path]));
  return (
    <Section title={translate('home.counts')}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))' }}>
        {shown.map(([name, n]) => (
          <Card key={name} variant="outlined" sx={{ p: 2 }}>
            <Typography sx={{ fontSize: '1.5rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {n ?? <Skeleton width={40} />}
            </Typography>
            <CountLabel to={pathOf.get(name)}>{translate(`resources.${name}.name`, { smart_count: 2 })}</CountLabel>
          </Card>
        ))}
      </Box>
    </Section>
  );
}

function CountLabel({ to, children }: { to: string | undefined; children: string }) {
  if (!to) return <Typography color="text.secondary">{children}</Typography>;
  return (
    <Box
      component={Link}
      to={`${basename}${to}`}
      sx={{ color: 'primary.main', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
    >
      {children}
    </Box>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {children ?? <Skeleton width={80} />}
      </Box>
    </>
  );
}
