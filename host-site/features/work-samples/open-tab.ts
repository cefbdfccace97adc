/** Opens an address beside this page. False when the browser does not let it. */
export function openTab(window: Window, url: string): boolean {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
