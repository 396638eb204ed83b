import HomeOutlined from '@mui/icons-material/HomeOutlined';
import {
  Box,
  Button,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  MenuItem,
  TextField,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import type { Model } from '../../contract/models.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { useSetHome } from './useSetHome.ts';
import { useTopMenu } from './useTopMenu.ts';

const indent = (level: number) => Math.max(0, level - 1);

/** The columns of a model, to choose whose content is listed; the first one is current until another is chosen. */
export function ContentColumns({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const setHome = useSetHome();
  const { filterValues, setFilters } = useListContext();
  const { data: columns } = useTopMenu(resource.entity.model as Model);
  const current = Number(filterValues.col_id ?? 0);
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'), { noSsr: true });
  const choose = (id: number) => setFilters({ ...filterValues, col_id: id }, []);

  const all = {
    id: 0,
    title: translate('list.allColumns'),
    level: 1,
    total: (columns ?? []).filter(({ level }) => level === 1).reduce((sum, { total }) => sum + total, 0),
  };
  const choices = [all, ...(columns ?? [])];
  if (isNarrow)
    return (
      <Box sx={{ pt: { xs: 1, sm: 2 }, px: { xs: 1, sm: 2 }, maxWidth: { sm: 400 } }}>
        <TextField
          select
          value={columns ? current : 0}
          onChange={({ target }) => choose(Number(target.value))}
          slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('list.column') } } }}
        >
          {choices.map(({ id, title, level, total }) => (
            <MenuItem key={id} value={id}>
              {`${'\u3000'.repeat(indent(level))}${title} (${total})`}
            </MenuItem>
          ))}
        </TextField>
      </Box>
    );
  return (
    <Box
      component="aside"
      aria-label={translate('list.column')}
      sx={{
        width: sizes.columnsWidth,
        flexShrink: 0,
        borderRight: 1,
        borderColor: 'divider',
        overflowY: 'auto',
      }}
    >
      <List dense disablePadding sx={{ py: 1 }}>
        {choices.map(({ id, title, level, total }) => (
          <ListItem key={id} disablePadding>
            <ListItemButton
              selected={id === current}
              aria-current={id === current}
              onClick={() => choose(id)}
              sx={{ pl: 2 + indent(level) * 2 }}
            >
              <ListItemText primary={title} slotProps={{ primary: { noWrap: true, title } }} />
              <Typography variant="caption" color="text.secondary">
                {total}
              </Typography>
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {current > 0 && setHome && (
        <Button size="small" startIcon={<HomeOutlined />} onClick={() => setHome(current)} sx={{ mx: 1 }}>
          {translate('list.setHome')}
        </Button>
      )}
    </Box>
  );
}
