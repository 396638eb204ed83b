/** Colours and sizes of the whole console, and of the page before any script runs; no screen names one of its own. */
export const sizes = {
  header: 60,
  /** The open screens and the breadcrumb; with the header the 130 px above the content (docs/contract.md, "Limits"). */
  bars: 70,
  openScreens: 34,
  breadcrumb: 36,
  /** What the bar of the connection says, in one line or, on a phone, in two. */
  notice: 36,
  noticeNarrow: 56,
  /** Toasts stand above a panel's save button and a list's pages. */
  toast: 72,
  /** At either side of them, where they stand beside a panel. */
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
  /** What is shown of a message in a list. */
  messageLine: 'max(80px, 24vw - 130px)',
  /** A picture among others in a form. */
  preview: 88,
  previewSmall: 24,
  /** The least width of a file among others. */
  tile: '168px',
  /** A picture that is looked at. */
  picture: 420,
  /** The library over a form. */
  library: 'min(760px, calc(100% - 64px))',
  /** The files on their way into the library, before they scroll. */
  uploads: 200,
  /** Where they stand over a screen. */
  tray: 360,
  /** A film that is played in a form. */
  film: 260,
  /** The inputs of a picture and of a file, with what uploads one. */
  imageInput: '184px',
  fileInput: '120px',
  /** What takes a row of a list in a form by hand, or away. */
  handle: '32px',
  switch: 40,
  /** The same in a form. */
  formSwitch: '58px',
  /** A time in a list, in two lines at the least. */
  timeCell: 100,
  /** The button of one action of a row. */
  action: 30,
  /** The least width of a card among others. */
  card: '220px',
  columnsWidth: 200,
  /** A form of a few fields that stands alone. */
  dialog: 420,
  /** A form of settings: no line is longer than one reads with ease. */
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
  /** The edge of the entry that is open. */
  mark: string;
  /** The ground of the second-level menu and of the open screens. */
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
  /** Over a list that a panel covers. */
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
