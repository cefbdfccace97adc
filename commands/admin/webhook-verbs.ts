import type { Verbs } from './verb'

/** Where events are sent. */
export const webhookVerbs: Verbs = {}
