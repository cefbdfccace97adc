import type { Caller } from '../lib/security-log'
import type { MemberRow } from '../ports/store'

/** Whom a mailed link speaks for, for the security log. */
export const whose = ({ id, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>): Caller => ({
  memberId: id,
  appId,
  mode,
})
