import { expectTypeOf, test } from 'vitest';
import { get, type Params, type Returned } from '../../contract/call.ts';
import type { login } from '../../contract/calls/auth.ts';
import type { getContentTopMenu } from '../../contract/calls/content.ts';
import type { Changes, Draft, Filter, Row } from '../../contract/entity.ts';
import type { Entities } from '../../contract/index.ts';

type Admin = Entities['admin'];
type Article = Entities['article'];
type Column = Entities['column'];

// The compiler is what proves these: each refused line must be an error of its own.

test('a row gives every field the type of its kind', () => {
  expectTypeOf<Row<Column>['id']>().toEqualTypeOf<number>();
  expectTypeOf<Row<Column>['pid']>().toEqualTypeOf<number | null>();
  expectTypeOf<Row<Column>['is_nav']>().toEqualTypeOf<0 | 1>();
  expectTypeOf<Row<Column>['total']>().toEqualTypeOf<number>();
  expectTypeOf<Row<Article>['status']>().toEqualTypeOf<0 | 1 | 2>();
  expectTypeOf<Row<Article>['publish_time']>().toEqualTypeOf<string | null>();
  expectTypeOf<Row<Entities['role']>['rule_method']>().toEqualTypeOf<number[]>();
  expectTypeOf<Row<Admin>['role']>().toEqualTypeOf<{ id: number; title: string }>();
});

test('a row has no field that is only ever written', () => {
  expectTypeOf<Row<Admin>>().toHaveProperty('username');
  // @ts-expect-error a password is never read
  expectTypeOf<Row<Admin>['password']>().toBeString();
});

test('a draft needs its required fields and nothing more', () => {
  expectTypeOf({ title: '新闻', model: 'article' } as const).toExtend<Draft<Column>>();
  // @ts-expect-error the model is required
  const withoutModel: Draft<Column> = { title: '新闻' };
  expectTypeOf(withoutModel).toHaveProperty('title');
});

test('a draft holds only values of its kinds', () => {
  // @ts-expect-error there is no such model
  const ofNoModel: Draft<Column> = { title: '新闻', model: 'blog' };
  // @ts-expect-error a flag is 0 or 1
  const halfShown: Draft<Column> = { title: '新闻', model: 'article', is_nav: 2 };
  expectTypeOf([ofNoModel, halfShown]).toBeArray();
});

test('a draft has no computed field', () => {
  // @ts-expect-error the server counts
  const counted: Draft<Column> = { title: '新闻', model: 'article', total: 3 };
  // @ts-expect-error the server keeps the version
  const versioned: Draft<Column> = { title: '新闻', model: 'article', version: 1 };
  expectTypeOf([counted, versioned]).toBeArray();
});

test('a change may leave out any field and name a version', () => {
  expectTypeOf({ version: 3 }).toExtend<Changes<Column>>();
  expectTypeOf({ sort: 1 }).toExtend<Changes<Column>>();
});

test('a filter is declared in the entity', () => {
  expectTypeOf({ model: 'article', status: 1, searchKey: 'x' } as const).toExtend<Filter<Column>>();
  // @ts-expect-error columns are not filtered by their link
  const byLink: Filter<Column> = { link: '/a' };
  expectTypeOf(byLink).toHaveProperty('model');
});

test('a call takes its parameters and gives what it returns', () => {
  expectTypeOf({ username: 'admin' }).toExtend<Params<typeof login>>();
  expectTypeOf<Params<typeof login>['password']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Returned<typeof login>['token']>().toEqualTypeOf<string>();
  expectTypeOf<Returned<typeof login>['expires']>().toEqualTypeOf<string | null>();
  expectTypeOf<Returned<typeof getContentTopMenu>[number]['total']>().toEqualTypeOf<number>();
  // @ts-expect-error a sign-in needs a name
  const nameless: Params<typeof login> = { password: 'x' };
  expectTypeOf(nameless).toHaveProperty('username');
});

test('a call beyond the specification names an extension that there is', () => {
  expectTypeOf(get('base.base/bin', { extension: 'recycle' }).extension).toEqualTypeOf<'recycle'>();
  // @ts-expect-error there is no such extension
  get('base.base/bin', { extension: 'recyle' });
});
