/** All colours and sizes of the console, and of the page before any script runs. */
export const sizes = {
  header: 60,
  /** The open screens and the breadcrumb; with the header the 130 px above the content (docs/contract.md, "Limits"). */
  bars: 70,
  openScreens: 34,
  breadcrumb: 36,
  notice: 36, // the connection's bar, in one line or, on a phone, in two
  noticeNarrow: 56,
  toast: 72, // the distance from the bottom: above a panel's save button and a list's pages
  toastNarrow: 128, // on a phone: the buttons of a form stand in two lines
  toastMargin: 24, // beside a panel
  menuWidth: 120, // docs/contract.md, "Limits"
  menuClosedWidth: 52,
  secondWidth: 112,
  foldedPane: 33, // a pane that is folded to a button, with its line
  drawerWidth: 260,
  row: 'var(--row)', // by density: 32, 40 or 48 px
  formRow: '60px', // a label with its input
  thumbnail: 40,
  messageLine: 'max(80px, 24vw - 130px)', // a message in a list
  preview: 88, // a picture in a form
  previewSmall: 24,
  tile: '168px', // the least width of a file in the media library
  picture: 420, // the maximum height of a picture in its panel
  library: 'min(760px, calc(100% - 64px))', // the media library's dialog
  uploads: 200, // the maximum height of the list of uploads
  tray: 360, // the floating list of uploads
  film: 260, // a video in a form
  imageInput: '132px', // the inputs of a picture and of a file, with their buttons
  fileInput: '120px',
  handle: '32px', // the drag handle and the remove button of a list's row in a form
  switch: 40,
  formSwitch: '58px', // with its label, in a form
  timeCell: 100, // a time in a list, which may wrap into two lines
  action: 30, // the button of a row's action
  card: '220px', // the least width of a card
  columnsWidth: 200,
  dialog: 420, // a form of a few fields
  settings: 720, // a form of settings
  search: 240,
  searchLeast: 130,
  filter: 120,
  input: 37, // an input without its label
  tabs: 44,
  pages: 52, // the pages below a list
  customRange: 190, // two times below each other
  text: 820, // the width of a text that is written or read over the whole window
  writingSettings: 'min(400px, 38%)', // what stands beside it, in a row that they share
  wideList: '600px', // the least width of a form's list whose rows are lines of a table, not cards
  twoColumns: '640px', // the least width of a form with its settings beside its text
  panelWidth: '60vw', // the edit panel is 60 % of the viewport (docs/contract.md, "Limits"), all of it below 900 px
} as const;

export interface Menu {
  main: string;
  text: string;
  active: string;
  hover: string;
  selected: string;
  mark: string; // the edge of the open entry
  second: string; // the background of the second-level menu and of the open screens
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
  control: string; // the edge of an input, the track of a switch that is off: 3 to 1 on the page (WCAG 2.2, 1.4.11)
  scrim: string; // over a list behind a panel
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
