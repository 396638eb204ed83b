/** Colours for texts of the site, not of the console: greys, then a strong and a soft row. */
export const textColors = [
  ...['#000000', '#333333', '#666666', '#999999', '#cccccc', '#ffffff'],
  ...['#c00000', '#e36c09', '#b8860b', '#2e7d32', '#1f5fbf', '#7030a0'],
  ...['#ff0000', '#ff9900', '#ffd700', '#00b050', '#00a0e9', '#e6007e'],
];

export const highlightColors = [
  ...['#ffff00', '#fff2cc', '#fce4d6', '#f8cecc', '#ffe6f2', '#e6e0f8'],
  ...['#d9ead3', '#d5f5e3', '#d0ece7', '#d6eaf8', '#eeeeee', '#ffffff'],
];
