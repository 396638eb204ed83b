import Delete from '@mui/icons-material/DeleteOutline';
import Edit from '@mui/icons-material/EditOutlined';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  List,
  ListItem,
  ListItemText,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRefresh, useTranslate } from 'ra-core';
import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import { maxTags, tagRename } from '../../contract/calls/tags.ts';
import { useMayCall } from '../auth/useMay.ts';
import { useOfferUndo } from '../bulk/useOfferUndo.tsx';
import { http } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { Failed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useAsyncAction } from '../ui/useToast.ts';
import { useTags } from './TagsInput.tsx';

interface Chosen {
  title: string;
  total: number;
  isRemoved: boolean;
}

/** All tags with their counts. Each is renamed, merged with another or removed in every record that has it. */
export function TagsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const mayRename = useMayCall()(tagRename);
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Chosen>();
  const { data, error, refetch } = useTags(useDeferredValue(text.trim()));
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{translate('tags.title')}</DialogTitle>
      <DialogContent sx={{ minHeight: '50vh' }}>
        <TextField
          fullWidth
          size="small"
          type="search"
          label={translate('tags.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {error && !data && <Failed level={3} error={error} onRetry={refetch} />}
        {!data && !error && <SkeletonRows rows={6} height={sizes.row} />}
        {data?.length === 0 && (
          <Typography color="text.secondary" sx={{ mt: 2 }}>
            {translate(text.trim() ? 'tags.noMatch' : 'tags.none')}
          </Typography>
        )}
        <List dense>
          {data?.map((tag) =>
            chosen?.title === tag.title ? (
              <ListItem key={tag.title} disableGutters>
                <TagChange {...chosen} onEnd={() => setChosen(undefined)} />
              </ListItem>
            ) : (
              <ListItem key={tag.title} disableGutters>
                <ListItemText primary={tag.title} sx={{ overflowWrap: 'anywhere' }} />
                <Box component="span" sx={{ px: 1, color: 'text.secondary' }}>
                  {tag.total}
                </Box>
                {mayRename && (
                  <>
                    <Action
                      name="rename"
                      Icon={Edit}
                      tag={tag.title}
                      onClick={() => setChosen({ ...tag, isRemoved: false })}
                    />
                    <Action
                      name="remove"
                      Icon={Delete}
                      tag={tag.title}
                      onClick={() => setChosen({ ...tag, isRemoved: true })}
                    />
                  </>
                )}
              </ListItem>
            ),
          )}
        </List>
        {data && data.length >= maxTags && (
          <Typography variant="caption" color="text.secondary">
            {translate('tags.most', { n: maxTags })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('tags.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

interface ActionProps {
  name: 'rename' | 'remove';
  Icon: typeof Edit;
  tag: string;
  onClick: () => void;
}

function Action({ name, Icon, tag, onClick }: ActionProps) {
  const translate = useTranslate();
  const label = translate(`tags.${name}`);
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={`${label} ${tag}`} onClick={onClick}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

function TagChange({ title, total, isRemoved, onEnd }: Chosen & { onEnd: () => void }) {
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const { isBusy, run } = useAsyncAction();
  const [name, setName] = useState(title);
  const [refusal, setRefusal] = useState('');
  const to = isRemoved ? '' : name.trim();
  const other = useTags(to).data?.find((tag) => tag.title === to && to !== title);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    run(
      async () => {
        const reply = await http.call(tagRename, { title, to });
        offerUndo('tags.changed', { smart_count: reply.total }, reply.total > 0 ? reply.batch : undefined);
        await queries.invalidateQueries({ queryKey: ['tags'] });
        refresh();
        onEnd();
      },
      (errors) => setRefusal(Object.values(errors).join(' ')),
    );
  };
  const key = isRemoved ? 'removeHint' : other ? 'mergeHint' : 'renameHint';
  const hint = translate(`tags.${key}`, { title, smart_count: total, other: other?.title, m: other?.total });
  return (
    <Box component="form" onSubmit={handleSubmit} sx={{ display: 'grid', gap: 1, flex: 1, py: 1 }}>
      {!isRemoved && (
        <TextField
          autoFocus
          size="small"
          label={translate('tags.newName', { title })}
          value={name}
          error={refusal !== ''}
          onChange={({ target }) => {
            setName(target.value);
            setRefusal('');
          }}
        />
      )}
      <Typography variant="body2" role={refusal ? 'alert' : 'status'} color={refusal ? 'error' : 'text.secondary'}>
        {refusal || hint}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          type="submit"
          size="small"
          variant="contained"
          color={isRemoved ? 'error' : 'primary'}
          loading={isBusy}
          disabled={!isRemoved && (to === '' || to === title)}
        >
          {translate(isRemoved ? 'tags.remove' : other ? 'tags.merge' : 'tags.rename')}
        </Button>
        <Button size="small" autoFocus={isRemoved} onClick={onEnd}>
          {translate('list.cancel')}
        </Button>
      </Box>
    </Box>
  );
}
