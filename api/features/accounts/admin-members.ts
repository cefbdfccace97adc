import type { Tx } from '../../database/db'
import * as v from 'valibot'
import type { AdminMember } from '../../../contract/admin/schemas/members'
import type { AdminInput } from '../../../contract/admin/schemas'
import type { CustomFieldValue, PlanConnection } from '../../../contract/entities'
import { parseUrl } from '../../../contract/parse-url'
import { metaData as metaDataSchema } from '../../../contract/schemas/fields'
import { accountKey } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import { sitePath } from '../apps/definition'
import type { AdminContext } from '../apps/secret-keys'
import type { PublicUrls, Services } from '../../http/services'
import { recordAction } from '../audit/actions'
import { fileNameOf } from '../files/open-storage'
import { lockMember } from '../members/context'
import { readAdminCustomFields } from '../members/fields'
import type { MemberPlans } from '../plans/repository'
import { toMember } from '../plans/serializers'
import { dropOpenCodes } from './codes'
import { changePassword, requireGoodPassword } from './passwords'
import { requireJsonFits } from './profile'
import { orEmailTaken, requireFreeEmail } from './signup'
import { updateMemberById } from '../members/repository'
import type { MemberChanges, MemberRow } from '../members/repository'

type Parts = Pick<Services, 'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'urls' | 'breachedPasswords'>
type Sent = Omit<AdminInput<'changeMember'>, 'member'>

interface ChangedMember {
  member: MemberRow
  /** URL of the replaced image; null if the image stayed. */
  leftImage: string | null
}

/**
 * Changes a member and writes the audit log in one transaction.
 * @param named ID or email
 * @throws ApiError `member-not-found`, `email-already-in-use`, `field-limit-exceeded`, `password-too-common`, `password-breached`; those of `readMemberValues`
 * and `checkImageUrl`
 */
export async function changeAsAdmin(
  services: Parts,
  context: AdminContext,
  named: string,
  sent: Sent,
): Promise<ChangedMember> {
  const customFields = readMemberValues(context.app, sent)
  if (sent.password !== undefined) await requireGoodPassword(services, { ...context, email: sent.email }, sent.password)
  const passwordHash = sent.password === undefined ? undefined : await services.hasher.hash(sent.password)
  const { before, after } = await orEmailTaken(
    services.store.transaction(async (tx) => {
      const current = await lockMember(tx, context, named)
      const { email, changes } = changesOf(services, current, sent, customFields)
      if (email !== undefined) await leaveEmail(tx, services, current, email)
      await updateMemberById(tx, current.id, changes)
      const changed = { ...current, ...changes }
      const settled =
        passwordHash === undefined
          ? changed
          : await changePassword(tx, services, changed, { passwordHash, keepTokenDigest: null })
      const fields = namesOf(sent)
      if (fields !== '')
        await recordAction(tx, services, context, {
          act: 'member.update',
          subject: current.id,
          detail: { fields },
        })
      return { before: current, after: settled }
    }),
  )
  // Failed logins with the old password must not block the new one.
  if (passwordHash !== undefined)
    await services.rateLimiter.clear('failedLoginsPerAccount', accountKey(after.appId, after.mode, after.email))
  return { member: after, leftImage: before.profileImage === after.profileImage ? null : before.profileImage }
}

/** `email` is undefined if unchanged. */
function changesOf(
  { urls }: Pick<Services, 'urls'>,
  current: MemberRow,
  { email, verified, metaData, json, loginRedirect, profileImage }: Sent,
  customFields: MemberRow['customFields'],
): { email: string | undefined; changes: MemberChanges } {
  const isNew = email !== undefined && email !== current.email
  if (profileImage !== undefined) checkImageUrl(urls, current, profileImage)
  const changes = {
    ...(isNew && { email, verified: false }),
    ...(verified !== undefined && { verified }),
    customFields: { ...current.customFields, ...customFields },
    ...(metaData && { metaData: mergeMetaData(current.metaData, metaData) }),
    ...(json && { json }),
    ...(loginRedirect !== undefined && { loginRedirect }),
    ...(profileImage !== undefined && { profileImage }),
  }
  return { email: isNew ? email : undefined, changes }
}

/** Revokes codes mailed to the old address. */
async function leaveEmail(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  current: MemberRow,
  email: string,
): Promise<void> {
  const { id, appId, mode } = current
  await requireFreeEmail(tx, { appId, mode, email }, clock.now(), id)
  await dropOpenCodes(tx, current)
}

/** Names only: the audit log has no values. */
function namesOf({ customFields = {}, ...sent }: Sent): string {
  const plain = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return [...plain, ...Object.keys(customFields).map((key) => `customFields.${key}`)].join(', ')
}

interface SentValues {
  customFields?: Record<string, unknown> | undefined
  json?: Record<string, unknown> | undefined
  loginRedirect?: string | null | undefined
}

/**
 * Checks values against the app's definition.
 * @returns the typed custom fields
 * @throws ApiError `invalid-field-value` for an unknown custom field or a page of another site; `invalid-field-type`,
 * `field-limit-exceeded`
 */
export function readMemberValues(
  app: AppDefinition,
  { customFields = {}, json = {}, loginRedirect = null }: SentValues,
): Record<string, CustomFieldValue> {
  requireJsonFits(json)
  if (loginRedirect !== null && !v.is(sitePath, loginRedirect))
    throw new ApiError('invalid-field-value', {
      message: 'loginRedirect must be a path on the site that starts with a single /.',
    })
  return readAdminCustomFields(app, customFields)
}

/** Other servers' URLs only: a stored file belongs to one member and is deleted with them. @throws ApiError `invalid-field-value` */
function checkImageUrl(
  urls: Pick<PublicUrls, 'api'>,
  { profileImage }: Pick<MemberRow, 'profileImage'>,
  url: string | null,
): void {
  if (url === null || url === profileImage) return
  const isOnTheWeb = ['http:', 'https:'].includes(parseUrl(url)?.protocol ?? '')
  if (!isOnTheWeb || fileNameOf(urls, url) !== null) throw new ApiError('invalid-field-value')
}

/** @throws ApiError `field-limit-exceeded` if the merged metadata is too large */
function mergeMetaData(current: MemberRow['metaData'], sent: MemberRow['metaData']): MemberRow['metaData'] {
  const merged = { ...current, ...sent }
  if (!v.is(metaDataSchema, merged)) throw new ApiError('field-limit-exceeded')
  return merged
}

/** For the admin API and webhooks: all custom fields, including restricted ones, but no login methods. */
export function toAdminMember(app: AppDefinition, row: MemberRow, plans: MemberPlans): AdminMember {
  const member = toMember(app, row, plans)
  return {
    ...member,
    loginRedirect: row.loginRedirect,
    customFields: row.customFields,
    lastLogin: row.lastLoginAt === null ? null : new Date(row.lastLoginAt).toISOString(),
    planConnections: member.planConnections.map(toAdminConnection),
  }
}

const toAdminConnection = ({ payment, ...connection }: PlanConnection): AdminMember['planConnections'][number] => ({
  ...connection,
  payment: payment && { ...payment, lastInvoice: null, lastReceipt: null, card: '' },
})
