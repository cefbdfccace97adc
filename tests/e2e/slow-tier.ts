/**
 * Marks a journey that only `npm run test:long` makes: a walk over every page, state or size, of which the gate has a part.
 * Playwright’s configuration leaves them out by this mark.
 */
export const slow = { tag: '@slow' }

/** For a journey made in several ways: the gate makes the ones that say so, the slow tier all. */
export const slowUnless = (isInTheGate: boolean): { tag?: string } => (isInTheGate ? {} : slow)
