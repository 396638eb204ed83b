import type { SvgIconComponent } from '@mui/icons-material';
import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Article from '@mui/icons-material/ArticleOutlined';
import Circle from '@mui/icons-material/CircleOutlined';
import Home from '@mui/icons-material/HomeOutlined';
import Language from '@mui/icons-material/Language';

const icons: Record<string, SvgIconComponent> = { home: Home, site: Language, tree: AccountTree, article: Article };

/** The icon that a menu entry names; a plain ring for a name that is not known. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Circle;
  return <Icon fontSize="small" />;
}
