import {
  CODE_TRIES_PER_MAIL,
  RESET_CODE_LIFETIME_MINUTES,
  VERIFICATION_LINK_LIFETIME_HOURS,
} from '../../../contract/limits'
import type { Secrets } from '../../lib/ids'
import type { Services } from '../../ports/services'
import type { CodePurpose, CodeRow, MemberRow } from '../../ports/store'
import type { DeviceClaim } from './devices'

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
  /** For the browser that asked: the digits work only together with it. Null for published clients. */
  requestToken: string | null
}

/**
 * A fresh code and link token with the row that recognises them.
 *
 * @param requestedFrom IP address of the caller
 * @param options.claim sent by our client: the digits then need the request token
 */
export function newCode(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
  purpose: CodePurpose,
  requestedFrom: string,
  { claim, isLinkOnly = false }: { claim?: DeviceClaim; isLinkOnly?: boolean } = {},
): NewCode {
  const { lifetimeMs } = kinds[purpose]
  const hasDigits = kinds[purpose].hasDigits && !isLinkOnly
  const requestToken = claim === undefined ? null : secrets.sessionToken()
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
    requestDigest: requestToken === null ? null : secrets.digest(requestToken),
    requestedFrom,
    triesLeft: CODE_TRIES_PER_MAIL,
    createdAt,
    expiresAt: createdAt + lifetimeMs,
  }
  return { row, code, token, requestToken }
}

/** With the member in it, equal digits of two members have different digests. */
export function digestCode(secrets: Secrets, memberId: string, code: string): string {
  return secrets.digest(`${memberId} ${code}`)
}
