import {
  CODE_TRIES_PER_MAIL,
  NEW_DEVICE_LINK_LIFETIME_HOURS,
  RESET_CODE_LIFETIME_MINUTES,
  VERIFICATION_LINK_LIFETIME_HOURS,
} from '../../../contract/limits'
import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import type { Secrets } from '../../lib/ids'
import type { MemberRow } from '../members/repository'
import type { DeviceClaim } from './devices'
import { deleteCodesOfMember, deleteEmailCodes } from './repository'
import type { CodePurpose, CodeRow } from './repository'

const MINUTE_MS = 60_000

const kinds: Record<CodePurpose, { lifetimeMs: number; hasDigits: boolean }> = {
  'reset-password': { lifetimeMs: RESET_CODE_LIFETIME_MINUTES * MINUTE_MS, hasDigits: true },
  'verify-email': { lifetimeMs: VERIFICATION_LINK_LIFETIME_HOURS * 60 * MINUTE_MS, hasDigits: false },
  'not-me': { lifetimeMs: NEW_DEVICE_LINK_LIFETIME_HOURS * 60 * MINUTE_MS, hasDigits: false },
}

interface NewCode {
  row: CodeRow
  /** The six digits, for the mail only. */
  code: string
  /** The link's token, for the mail only. */
  token: string
  /** For the requesting browser: the digits need it. Null for published clients. */
  requestToken: string | null
}

/** @param requestedFrom IP address of the caller @param options.claim sent by our own client: the digits then need the request token */
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

/** Salted with the member, so that equal codes have different digests. */
export function digestCode(secrets: Secrets, memberId: string, code: string): string {
  return secrets.digest(`${memberId} ${code}`)
}

/** Reset codes, links and one-time codes. */
export async function dropOpenCodes(tx: Tx, member: Pick<MemberRow, 'id' | 'appId' | 'mode' | 'email'>): Promise<void> {
  await deleteCodesOfMember(tx, member.id)
  await deleteEmailCodes(tx, member)
}
