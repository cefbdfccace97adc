/**
 * The minimum that any membership script asks of a browser at page load: its own tag, the stored session,
 * messages of other tabs, a style sheet that gates, an observer and one call. No widget can be faster.
 */
const apiUrl = document.currentScript?.getAttribute('data-api') ?? ''
localStorage.getItem('_ms-mid')
addEventListener('storage', () => {})
new MutationObserver(() => {}).observe(document, { subtree: true, childList: true })
const sheet = new CSSStyleSheet()
sheet.replaceSync('[data-ms-content]{display:none !important}')
document.adoptedStyleSheets = [sheet]
void fetch(`${apiUrl}/app-member`, {
  method: 'POST',
  credentials: 'include',
  headers: { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' },
  body: JSON.stringify({ data: { trackPageView: false } }),
})
  .then((response) => response.json())
  .catch(() => {})
