/** Opens a tab now, as a browser opens none after a wait, and leads it to an address that comes later. */
export async function leadNewTab(address: () => Promise<string>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  try {
    const url = await address();
    if (!tab) return;
    // The page must not reach the console.
    tab.opener = null;
    tab.location.replace(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
