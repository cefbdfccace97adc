import { OWNER_TEXT_MAX_CHARS } from '../../../contract/limits'
import type { Services } from '../../ports/services'
import type { AuditRow } from '../../ports/trusttag/audit-store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import { ApiError } from '../../lib/errors'

/** Who acts, and on whose data. */
export interface Owner extends OwnerScope {
  /** As the audit log names them. */
  actor: 'owner page' | 'owner command' | 'webhook worker' | `admin key ${string}`
}

/** What is written of an act, in the transaction of the act. */
export function auditEntry(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { appId, mode, actor }: Owner,
  entry: Pick<AuditRow, 'act' | 'subject'> & { detail?: Record<string, string> },
): AuditRow {
  return { id: secrets.id('aud'), appId, mode, actor, detail: {}, ...entry, at: clock.now() }
}

/** What an owner typed, on one line. @throws ApiError `owner-text-too-long` */
export function ownerText(typed: string): string {
  const text = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (text.length > OWNER_TEXT_MAX_CHARS) throw new ApiError('owner-text-too-long')
  return text
}
