import type { Mode } from '../../lib/ids'

/** How ids of members look: nobody of Test Mode shall pass for somebody of live mode. */
const patterns: Record<Mode, RegExp> = {
  test: /^mem_sb_[a-z0-9]{1,64}$/u,
  live: /^mem_[a-z0-9]{1,64}$/u,
}

/** The id that a file gives a member, where one of this mode can look like that; else undefined. */
export const wellFormedId = (mode: Mode, id: string | null | undefined): string | undefined =>
  typeof id === 'string' && patterns[mode].test(id) ? id : undefined
