/**
 * Marks of in-app browsers that open no window, or one that can't communicate with the page. Plain text is cheaper than
 * a pattern.
 */
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
 * Whether a provider's page must replace this page because a popup would not work: in in-app browsers, home screen apps
 * on iOS, and cross-origin isolated pages.
 */
export function opensInPage(window: Window): boolean {
  const { navigator } = window
  const isFramed = window.top !== window
  // A provider's page can't open in a frame: none allows framing.
  if (isFramed) return false
  return (
    ('standalone' in navigator && navigator.standalone === true) ||
    window.crossOriginIsolated ||
    isWebView(navigator.userAgent)
  )
}

const isWebView = (userAgent: string): boolean =>
  IN_APP.some((mark) => userAgent.includes(mark)) ||
  // Every iOS browser names Safari. A web view inside another app does not.
  (/\b(iPhone|iPad|iPod)\b/.test(userAgent) && !userAgent.includes('Safari/'))

/** Whether the visitor's browser asks not to be tracked: Global Privacy Control. */
export const trackingRefused = (navigator: Navigator): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Not on an IP address, without https, or in an old browser: passkeys cannot work there. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && globalThis.isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)

/** Whether a host is this computer, as `location.hostname` writes it. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
