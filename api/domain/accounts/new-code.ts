import {
  CODE_TRIES_PER_MAIL,
  RESET_CODE_LIFETIME_MINUTES,
  VERIFICATION_LINK_LIFETIME_HOURS,
} from '../../../contract/limits'
import type { Secrets } from '../../ports/secrets'
import type { Services } from '../../ports/services'
import type { CodePurpose, CodeRow, MemberRow } from '../../ports/store'

const MINUTE_MS = 60_000

const kinds: Record<CodePurpose, { lifetimeMs: number; hasDigits: boolean }> = {
  'reset-password': { lifetimeMs: RESET_CODE_LIFETIME_MINUTES * MINUTE_MS, hasDigits: true },
  'verify-email': { lifetimeMs: VERIFICATION_LINK_LIFETIME_HOURS * 60 * MINUTE_MS, hasDigits: false },
}

export interface NewCode {
  row: CodeRow
  /** The six digits, for the mail only. */
  code: string
  /** The token of the link, for the mail only. */
  token: string
}

/**
 * A fresh code and link token with the row that recognises them.
 *
 * @param requestedFrom address of the caller
 */
export function newCode(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
  purpose: CodePurpose,
  requestedFrom: string,
): NewCode {
  const { lifetimeMs, hasDigits } = kinds[purpose]
  const code = secrets.code()
  const token = secrets.linkToken()
  const createdAt = clock.now()
  const row = {
    id: secrets.id('code'),
    memberId: member.id,
    appId: member.appId,
    mode: member.mode,
    purpose,
    codeDigest: hasDigits ? digestCode(secrets, member.id, code) : null,
    linkDigest: secrets.digest(token),
    requestedFrom,
    triesLeft: CODE_TRIES_PER_MAIL,
    createdAt,
    expiresAt: createdAt + lifetimeMs,
  }
  return { row, code, token }
}

/** With the member in it, equal digits of two members have different digests. */
export function digestCode(secrets: Secrets, memberId: string, code: string): string {
  return secrets.digest(`${memberId} ${code}`)
}
