import { OWNER_TEXT_MAX_CHARS } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import type { AdminContext } from '../../ports/admin-handler'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { AuditRow } from '../../ports/trusttag/audit-store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'

/** The actor of an action, and the app and mode whose data it touches. */
export interface Owner extends OwnerScope {
  /** As the audit log names them. */
  actor: 'owner page' | 'owner command' | 'webhook worker' | `admin key ${string}`
}

/** The row of an action. Insert it in the transaction of the action, so that neither exists without the other. */
export function auditEntry(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { appId, mode, actor }: Owner,
  entry: Pick<AuditRow, 'act' | 'subject'> & { detail?: Record<string, string> },
): AuditRow {
  return { id: secrets.id('aud'), appId, mode, actor, detail: {}, ...entry, at: clock.now() }
}

/** Joins what an owner typed to one line. @throws ApiError `owner-text-too-long` */
export function ownerText(typed: string): string {
  const text = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (text.length > OWNER_TEXT_MAX_CHARS) throw new ApiError('owner-text-too-long')
  return text
}

type AdminCaller = Pick<AdminContext, 'app' | 'mode' | 'actor'>

/** The owner that a secret key acts for. */
export const ownerOf = ({ app, mode, actor }: AdminCaller): Owner => ({ appId: app.id, mode, actor })

/** Writes the row of an admin action, in the transaction of the action. */
export const recordAction = (
  { auditLog }: Pick<Repositories, 'auditLog'>,
  services: Pick<Services, 'secrets' | 'clock'>,
  caller: AdminCaller,
  action: Parameters<typeof auditEntry>[2],
): Promise<void> => auditLog.insert(auditEntry(services, ownerOf(caller), action))
