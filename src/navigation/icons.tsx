import type { SvgIconComponent } from '@mui/icons-material';
import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Admin from '@mui/icons-material/AdminPanelSettingsOutlined';
import Article from '@mui/icons-material/ArticleOutlined';
import Backup from '@mui/icons-material/BackupOutlined';
import Role from '@mui/icons-material/BadgeOutlined';
import Campaign from '@mui/icons-material/CampaignOutlined';
import Category from '@mui/icons-material/CategoryOutlined';
import Circle from '@mui/icons-material/CircleOutlined';
import Template from '@mui/icons-material/DashboardCustomizeOutlined';
import Recycle from '@mui/icons-material/DeleteSweepOutlined';
import Page from '@mui/icons-material/DescriptionOutlined';
import Dns from '@mui/icons-material/DnsOutlined';
import Extension from '@mui/icons-material/ExtensionOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Gavel from '@mui/icons-material/GavelOutlined';
import Group from '@mui/icons-material/GroupOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Home from '@mui/icons-material/HomeOutlined';
import Visits from '@mui/icons-material/InsightsOutlined';
import Inventory from '@mui/icons-material/Inventory2Outlined';
import Language from '@mui/icons-material/Language';
import Link from '@mui/icons-material/LinkOutlined';
import Message from '@mui/icons-material/MailOutline';
import Nav from '@mui/icons-material/MenuOutlined';
import Status from '@mui/icons-material/MonitorHeartOutlined';
import Movie from '@mui/icons-material/MovieOutlined';
import Media from '@mui/icons-material/PermMediaOutlined';
import Photos from '@mui/icons-material/PhotoLibraryOutlined';
import Log from '@mui/icons-material/ReceiptLongOutlined';
import Rule from '@mui/icons-material/RuleOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Star from '@mui/icons-material/StarBorderOutlined';
import Size from '@mui/icons-material/StraightenOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import Work from '@mui/icons-material/WorkOutline';
import type { IconName } from '../../contract/entity.ts';
import { type MenuDeclaration, menus } from '../../contract/menus.ts';
import { entryOf } from '../utils/values.ts';

const icons: Record<IconName, SvgIconComponent> = {
  home: Home,
  site: Language,
  tree: AccountTree,
  article: Article,
  product: Inventory,
  atlas: Photos,
  media: Media,
  video: Movie,
  down: Download,
  recruitment: Work,
  single: Page,
  message: Message,
  category: Category,
  size: Size,
  params: Tune,
  nav: Nav,
  ad: Campaign,
  users: Group,
  history: History,
  star: Star,
  log: Log,
  status: Status,
  backup: Backup,
  server: Dns,
  visits: Visits,
  recycle: Recycle,
  agreement: Gavel,
  admin: Admin,
  role: Role,
  rule: Rule,
  config: Settings,
  tune: Tune,
  extension: Extension,
  template: Template,
  link: Link,
};

const flatten = (entries: readonly MenuDeclaration[]): MenuDeclaration[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.children ?? [])]);
const screenIcons = Object.fromEntries(flatten(menus).flatMap(({ path, icon }) => (path ? [[path, icon]] : [])));

/** The icon that a back end names for a menu entry, else that of its screen, else a circle. */
export function MenuIcon({ name, path }: { name: string; path?: string }) {
  const Icon = entryOf(icons, name) ?? entryOf(icons, entryOf(screenIcons, path)) ?? Circle;
  return <Icon fontSize="small" />;
}
