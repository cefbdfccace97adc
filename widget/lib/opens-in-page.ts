/** In-app browsers: they open no window, or one that cannot speak to the page. Plain text, which costs no pattern to compile. */
const IN_APP = [
  '; wv)',
  'FBAN/',
  'FBAV/',
  'FB_IAB/',
  'Instagram',
  'LinkedInApp',
  'Line/',
  'MicroMessenger',
  'Pinterest/',
  'Snapchat',
  'BytedanceWebview',
  'musical_ly',
]

/**
 * Whether a provider's page has to take this page's place, because a window of its own would not work: in-app browsers,
 * web apps on the home screen of an iPhone or iPad, and pages that are isolated from the windows they open.
 */
export function opensInPage(window: Window): boolean {
  const { navigator } = window
  const isFramed = window.top !== window
  // A frame cannot be led to a provider: none lets itself be framed.
  if (isFramed) return false
  return (
    ('standalone' in navigator && navigator.standalone === true) ||
    window.crossOriginIsolated ||
    isWebView(navigator.userAgent)
  )
}

const isWebView = (userAgent: string): boolean =>
  IN_APP.some((mark) => userAgent.includes(mark)) ||
  // Every browser on iOS names Safari; what shows pages inside another app does not.
  (/\b(iPhone|iPad|iPod)\b/.test(userAgent) && !userAgent.includes('Safari/'))
