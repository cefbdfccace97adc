/**
 * Marks a journey that only `npm run test:long` runs, such as a walk over every page, state or size. Excluded by
 * Playwright’s configuration.
 */
export const slow = { tag: '@slow' }

/** For parametrized journeys: the gate runs the marked ones, the slow tier all. */
export const slowUnless = (isInTheGate: boolean): { tag?: string } => (isInTheGate ? {} : slow)
