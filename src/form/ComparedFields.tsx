import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { ComparedValue, isSameValue } from '../fields/compare/ComparedValue.tsx';
import { useParamsOf } from '../fields/params/useColumnParams.ts';

type Values = Record<string, unknown>;

interface Props {
  resource: Resource;
  names: string[];
  mine: Values;
  theirs: Values;
  /** Message keys. */
  titles: { mine: string; theirs: string };
}

export const differingFields = ({ entity }: Resource, names: string[], mine: Values, theirs: Values | undefined) =>
  names.filter((name) => name in entity.fields && !isSameValue(entity.fields[name], mine[name], theirs?.[name]));

/** Two states of a record side by side, field by field. */
export function ComparedFields({ resource, names, mine, theirs, titles }: Props) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name, resource.form.labels);
  const params = useParamsOf(resource.entity, mine.col_id ?? theirs.col_id);
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        mt: 1,
        borderSpacing: 4,
        tableLayout: 'fixed',
        wordBreak: 'break-word',
        '& time': { whiteSpace: 'normal' },
        '& td': { verticalAlign: 'top' },
      }}
    >
      <thead>
        <Box component="tr" sx={{ textAlign: 'left' }}>
          <Box component="th" scope="col" sx={{ width: '24%' }}>
            {translate('form.staleField')}
          </Box>
          <th scope="col">{translate(titles.mine)}</th>
          <th scope="col">{translate(titles.theirs)}</th>
        </Box>
      </thead>
      <tbody>
        {names.map((name) => {
          const compared = { field: resource.entity.fields[name], name, params };
          return (
            <tr key={name}>
              <td>{label(name)}</td>
              <td>
                <ComparedValue {...compared} values={mine} others={theirs} />
              </td>
              <td>
                <ComparedValue {...compared} values={theirs} others={mine} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </Box>
  );
}
