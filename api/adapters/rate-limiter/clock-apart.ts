/**
 * Uses that lie further ahead than this do not count: the clock was set back since, and they would lock somebody for as long
 * as that was. So nobody is ever locked for longer than a window and this. Clocks of several machines are less apart.
 */
export const CLOCK_APART_MAX_MS = 60_000
