/** All colours and sizes of the console, and of the page before any script runs. */
export const sizes = {
  header: 60,
  /** The open screens and the breadcrumb; with the header the 130 px above the content (docs/contract.md, "Limits"). */
  bars: 70,
  openScreens: 34,
  breadcrumb: 36,
  /** The connection's bar, in one line or, on a phone, in two. */
  notice: 36,
  noticeNarrow: 56,
  /** The distance from the bottom: above a panel's save button and a list's pages. */
  toast: 72,
  /** Beside a panel. */
  toastMargin: 24,
  /** docs/contract.md, "Limits". */
  menuWidth: 120,
  menuClosedWidth: 52,
  secondWidth: 112,
  drawerWidth: 260,
  /** By density: 32, 40 or 48 px. */
  row: 'var(--row)',
  /** A label with its input. */
  formRow: '60px',
  thumbnail: 40,
  /** A message in a list. */
  messageLine: 'max(80px, 24vw - 130px)',
  /** A picture in a form. */
  preview: 88,
  previewSmall: 24,
  /** The least width of a file in the media library. */
  tile: '168px',
  /** The maximum height of a picture in its panel. */
  picture: 420,
  /** The media library's dialog. */
  library: 'min(760px, calc(100% - 64px))',
  /** The maximum height of the list of uploads. */
  uploads: 200,
  /** The floating list of uploads. */
  tray: 360,
  /** A video in a form. */
  film: 260,
  /** The inputs of a picture and of a file, with their buttons. */
  imageInput: '184px',
  fileInput: '120px',
  /** The drag handle and the remove button of a list's row in a form. */
  handle: '32px',
  switch: 40,
  /** With its label, in a form. */
  formSwitch: '58px',
  /** A time in a list, which may wrap into two lines. */
  timeCell: 100,
  /** The button of a row's action. */
  action: 30,
  /** The least width of a card. */
  card: '220px',
  columnsWidth: 200,
  /** A form of a few fields. */
  dialog: 420,
  /** A form of settings. */
  settings: 720,
  search: 240,
  searchLeast: 130,
  filter: 120,
  /** An input without its label. */
  input: 37,
  /** The pages below a list. */
  pages: 52,
  /** The edit panel is 60 % of the viewport (docs/contract.md, "Limits"), all of it below 900 px. */
  panelWidth: '60vw',
} as const;

export interface Menu {
  main: string;
  text: string;
  active: string;
  hover: string;
  selected: string;
  /** The edge of the open entry. */
  mark: string;
  /** The background of the second-level menu and of the open screens. */
  second: string;
}

export interface Colors {
  primary: string;
  error: string;
  warning: string;
  info: string;
  background: string;
  paper: string;
  textSecondary: string;
  divider: string;
  /** The edge of an input, the track of a switch that is off: 3 to 1 on the page (WCAG 2.2, 1.4.11). */
  control: string;
  /** Over a list behind a panel. */
  scrim: string;
  menu: Menu;
}

export const light: Colors = {
  primary: '#1f5fbf',
  error: '#b3261e',
  warning: '#a34a00',
  info: '#02639d',
  background: '#ffffff',
  paper: '#ffffff',
  textSecondary: '#5a6472',
  divider: '#e3e6ea',
  control: '#858e9b',
  scrim: 'rgba(16, 19, 22, 0.32)',
  menu: {
    main: '#2f3640',
    text: '#d8dde5',
    active: '#ffffff',
    hover: '#3a424e',
    selected: '#454f5d',
    mark: '#8ab4f8',
    second: '#f6f7f9',
  },
};
export const dark: Colors = {
  primary: '#8ab4f8',
  error: '#f2b8b5',
  warning: '#ffa726',
  info: '#29b6f6',
  background: '#16191d',
  paper: '#1d2126',
  textSecondary: '#a4adb9',
  divider: '#31373f',
  control: '#76818f',
  scrim: 'rgba(0, 0, 0, 0.5)',
  menu: {
    main: '#101316',
    text: '#b9c1cb',
    active: '#ffffff',
    hover: '#1c2127',
    selected: '#272d35',
    mark: '#8ab4f8',
    second: '#1a1e23',
  },
};
