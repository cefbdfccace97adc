/** Whether the visitor's browser asks not to be tracked: Global Privacy Control. */
export const trackingRefused = (navigator: Navigator): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true
