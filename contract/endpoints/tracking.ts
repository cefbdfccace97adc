import type { Endpoint } from './endpoint'

export const trackingEndpoints = {
  trackPageView: { method: 'POST', path: '/page-view', access: 'optional' },
  trackEvent: { method: 'POST', path: '/event', access: 'optional' },
} as const satisfies Record<string, Endpoint>
