import type { Stage } from '../dom-test'

/** One method of the published client: what it answers here, and that its errors are the documented ones. */
export type Case = (stage: Stage) => Promise<void>

/** By the method's name. */
export type Cases = Record<string, Case>
