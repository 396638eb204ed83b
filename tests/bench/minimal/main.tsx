import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Admin, type DataProvider, DataTable, List, Resource } from 'react-admin';
import { createRoot } from 'react-dom/client';

/** The least that react-admin needs to show a list: what our first load is measured against. */
const getList: DataProvider['getList'] = async (_resource, { pagination }) => {
  const body = new URLSearchParams({ model: 'article', id: '0', limit: String(pagination?.perPage ?? 20) });
  const headers = { Authorization: localStorage.getItem('rtop.token') ?? '' };
  const response = await fetch('/api/base.content/getContentList', { method: 'POST', headers, body });
  return (await response.json()).data;
};

const Articles = () => (
  <List perPage={20}>
    <DataTable>
      <DataTable.Col source="title" />
      <DataTable.Col source="author" />
      <DataTable.Col source="views" />
      <DataTable.Col source="publish_time" />
    </DataTable>
  </List>
);

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <CacheProvider value={createCache({ key: 'css', nonce, prepend: true })}>
    <Admin dataProvider={{ getList } as DataProvider} disableTelemetry>
      <Resource name="article" list={Articles} />
    </Admin>
  </CacheProvider>,
);
