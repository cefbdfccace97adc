import type { Endpoint } from './endpoint'

/** Ours: messages to the owner of a site. `not-found` for an app that accepts no messages. */
export const inboxEndpoints = {
  /** A partnership inquiry. */
  sendInquiry: { method: 'POST', path: '/trusttag/inquiries', access: 'optional' },
  /** A question to the owner. */
  sendContactMessage: { method: 'POST', path: '/inbox/messages', access: 'optional' },
} as const satisfies Record<string, Endpoint>
