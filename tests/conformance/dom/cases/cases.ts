import type { Stage } from '../dom-test'

/** Checks one method of the published client: its result here, and that its errors are the documented ones. */
export type Case = (stage: Stage) => Promise<void>

/** By method name. */
export type Cases = Record<string, Case>
