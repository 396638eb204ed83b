import Category from '@mui/icons-material/CategoryOutlined';
import Label from '@mui/icons-material/LabelOutlined';
import Size from '@mui/icons-material/StraightenOutlined';
import Tune from '@mui/icons-material/Tune';
import { Button } from '@mui/material';
import { useGetResourceLabel, useTranslate } from 'ra-core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { tagList } from '../../contract/calls/tags.ts';
import { category } from '../../contract/entities/category.ts';
import { contentParam } from '../../contract/entities/contentParam.ts';
import { size } from '../../contract/entities/size.ts';
import type { Entity } from '../../contract/entity.ts';
import { listPath, narrowedPath } from '../../contract/paths.ts';
import { useMay, useMayCall } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { linkOf } from '../navigation/useMenuPlace.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';

interface Managed {
  entity: Pick<Entity, 'name' | 'screen' | 'sub'>;
  Icon: typeof Tune;
  of?: string;
  /** Not limited to the column. */
  isShared?: true;
}

const managed: Managed[] = [
  { entity: category, Icon: Category, of: 'category_id' },
  { entity: contentParam, Icon: Tune },
  { entity: size, Icon: Size, of: 'size_ids', isShared: true },
];

export function ColumnLinks({ resource, column }: { resource: Resource; column: number }) {
  const shown = managed.filter(({ of }) => !of || of in resource.entity.fields);
  return (
    <>
      {shown.map((one) => (
        <ColumnLink key={one.entity.name} {...one} column={column} />
      ))}
      {'tags' in resource.entity.fields && <Tags />}
    </>
  );
}

function ColumnLink({ entity, Icon, isShared, column }: Managed & { column: number }) {
  const label = useGetResourceLabel();
  if (!useMay(entity.name, 'list')) return null;
  return (
    <Button
      size="small"
      component={Link}
      to={linkOf(isShared ? listPath(entity) : narrowedPath(entity, { cid: column }))}
      startIcon={<Icon />}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {label(entity.name, 2)}
    </Button>
  );
}

const TagsDialog = lazyComponent(() => withTexts(import('./TagsDialog.tsx').then((module) => module.TagsDialog)));

function Tags() {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (!useMayCall()(tagList)) return null;
  return (
    <>
      <Button size="small" startIcon={<Label />} onClick={() => setOpen(true)} sx={{ whiteSpace: 'nowrap' }}>
        {translate('resources.article.fields.tags')}
      </Button>
      <Suspense>{isOpen && <TagsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
