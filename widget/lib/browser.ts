/** Marks of in-app browsers, which open no window, or one that cannot talk to the page. Plain text: cheaper than a pattern. */
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
 * Whether a provider's page must replace this page, because a popup would not work: in-app browsers, web apps on the
 * home screen of an iPhone or iPad, and cross-origin isolated pages.
 */
export function opensInPage(window: Window): boolean {
  const { navigator } = window
  const isFramed = window.top !== window
  // A frame cannot go to a provider: none allows framing.
  if (isFramed) return false
  return (
    ('standalone' in navigator && navigator.standalone === true) ||
    window.crossOriginIsolated ||
    isWebView(navigator.userAgent)
  )
}

const isWebView = (userAgent: string): boolean =>
  IN_APP.some((mark) => userAgent.includes(mark)) ||
  // Every browser on iOS names Safari; a web view inside another app does not.
  (/\b(iPhone|iPad|iPod)\b/.test(userAgent) && !userAgent.includes('Safari/'))

/** Whether the visitor's browser asks not to be tracked: Global Privacy Control. */
export const trackingRefused = (navigator: Navigator): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true
