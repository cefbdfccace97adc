import type { Verbs } from './verb'

/** All members at once. */
export const memberVerbs: Verbs = {}
