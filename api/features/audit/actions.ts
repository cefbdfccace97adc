import type { AuditDetail, ExactDetail } from '../../../contract/admin/audit-details'
import { OWNER_TEXT_MAX_CHARS } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import type { OwnerScope } from '../apps/definition'
import type { ActingPerson, Actor, AdminContext } from '../apps/secret-keys'
import { type AuditEntry, type AuditRow, insertAuditEntry } from './repository'

/** The actor, with app and mode. */
export interface Owner extends OwnerScope, Partial<Pick<AuditRow, 'actorId' | 'via'>> {
  /** `owner page`, `owner command`, `webhook worker`, `admin key` with its name, or a person's name. */
  actor: string
}

/** An action with details that the console has words for. */
export type AuditAct<Detail extends AuditDetail> = Pick<AuditRow, 'act' | 'subject'> & { detail?: ExactDetail<Detail> }

/** Insert it in the action's transaction, so that neither exists without the other. */
export function auditEntry<Detail extends AuditDetail>(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { appId, mode, actor, actorId = null, via = null }: Owner,
  entry: AuditAct<Detail>,
): Required<AuditEntry> {
  return { id: secrets.id('aud'), appId, mode, actor, actorId, via, detail: {}, ...entry, at: clock.now() }
}

/** Joins lines. @throws ApiError `owner-text-too-long` */
export function ownerText(typed: string): string {
  const text = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (text.length > OWNER_TEXT_MAX_CHARS) throw new ApiError('owner-text-too-long')
  return text
}

type AdminCaller = Pick<AdminContext, 'app' | 'mode' | 'actor'>

export const ownerOf = ({ app, mode, actor }: AdminCaller): Owner => ({ appId: app.id, mode, ...doneBy(actor) })

/** Columns of the audit log for a caller of the admin API. */
export const doneBy = (actor: Actor | ActingPerson): Required<Pick<Owner, 'actor' | 'actorId' | 'via'>> =>
  actor.kind === 'key'
    ? { actor: `admin key ${actor.name}`, actorId: actor.keyId, via: 'key' }
    : { actor: actor.name, actorId: actor.staffId, via: 'console' }

/** For the admin API, in the action's transaction. */
export const recordAction = <Detail extends AuditDetail>(
  db: Db,
  services: Pick<Services, 'secrets' | 'clock'>,
  caller: AdminCaller,
  action: AuditAct<Detail>,
): Promise<void> => insertAuditEntry(db, auditEntry(services, ownerOf(caller), action))
