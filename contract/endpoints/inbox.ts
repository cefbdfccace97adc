import type { Endpoint } from './endpoint'

/** Ours: what people write to the owner of a site. `not-found` for an app that takes no messages. */
export const inboxEndpoints = {
  /** An organisation would like to become a partner. */
  sendInquiry: { method: 'POST', path: '/trusttag/inquiries', access: 'optional' },
  /** Anybody has a question. */
  sendContactMessage: { method: 'POST', path: '/inbox/messages', access: 'optional' },
} as const satisfies Record<string, Endpoint>
