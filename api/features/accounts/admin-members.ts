import * as v from 'valibot'
import type { AdminInput } from '../../../contract/admin/schemas'
import type { AdminMember } from '../../../contract/admin/schemas/members'
import type { CustomFieldValue, PlanConnection } from '../../../contract/entities'
import { MEMBER_SEARCH_MAX_WORDS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import { email as emailSchema, metaData as metaDataSchema } from '../../../contract/schemas/fields'
import { accountKey } from '../../domain/account-key'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import { sitePath } from '../apps/definition'
import type { AdminContext } from '../../ports/admin-handler'
import type { MemberSearch } from '../../ports/member-store'
import type { PublicUrls, Services } from '../../ports/services'
import type { MemberChanges, MemberRow, Repositories } from '../../ports/store'
import { recordAction } from '../audit/actions'
import { fileNameOf } from '../files/open-storage'
import { readAdminCustomFields } from '../members/fields'
import type { MemberPlans } from '../plans/connections'
import { toMember } from '../plans/serializers'
import { dropOpenCodes } from './codes'
import { changePassword, requireUncommonPassword } from './passwords'
import { requireJsonFits } from './profile'
import { orEmailTaken, requireFreeAddress } from './signup'

type Scope = Pick<AdminContext, 'app' | 'mode'>
type Members = Pick<Repositories, 'members'>

/**
 * Finds a member of the key's app and mode.
 * @param named ID, or email address in any case
 */
export async function findMember({ members }: Members, { app, mode }: Scope, named: string): Promise<MemberRow | null> {
  if (!named.includes('@')) {
    const member = await members.findById(named)
    return member?.appId === app.id && member.mode === mode ? member : null
  }
  const email = v.safeParse(emailSchema, named)
  return email.success ? members.findByEmail(app.id, mode, email.output) : null
}

/** @throws ApiError `member-not-found` */
export async function requireMember(repositories: Members, scope: Scope, named: string): Promise<MemberRow> {
  const member = await findMember(repositories, scope, named)
  if (!member) throw new ApiError('member-not-found')
  return member
}

/** Locks the member until the transaction ends. @throws ApiError `member-not-found` */
export async function lockMember(repositories: Members, scope: Scope, named: string): Promise<MemberRow> {
  const { id } = await requireMember(repositories, scope, named)
  const member = await repositories.members.lock(id)
  if (!member) throw new ApiError('member-not-found')
  return member
}

type Parts = Pick<Services, 'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'urls'>
type Sent = Omit<AdminInput<'changeMember'>, 'member'>

interface ChangedMember {
  member: MemberRow
  /** URL of the replaced image; null if the image stayed. */
  leftImage: string | null
}

/**
 * Changes a member in one transaction with its row of the audit log.
 * @param named ID or email address
 * @throws ApiError `member-not-found`, `email-already-in-use`, `field-limit-exceeded`, `password-too-common`, and as
 *   `readMemberValues` and `checkImageUrl`
 */
export async function changeAsAdmin(
  services: Parts,
  context: AdminContext,
  named: string,
  sent: Sent,
): Promise<ChangedMember> {
  const customFields = readMemberValues(context.app, sent)
  if (sent.password !== undefined) await requireUncommonPassword({ ...context, email: sent.email }, sent.password)
  const passwordHash = sent.password === undefined ? undefined : await services.hasher.hash(sent.password)
  const { before, after } = await orEmailTaken(
    services.store.transaction(async (repositories) => {
      const current = await lockMember(repositories, context, named)
      const { email, changes } = changesOf(services, current, sent, customFields)
      if (email !== undefined) await leaveAddress(repositories, services, current, email)
      await repositories.members.update(current.id, changes)
      const changed = { ...current, ...changes }
      const settled =
        passwordHash === undefined ? changed : await changePassword(repositories, services, changed, passwordHash, null)
      const fields = namesOf(sent)
      if (fields !== '')
        await recordAction(repositories, services, context, {
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

/** `email` is undefined if the address stays. */
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

/** Codes mailed to the old address are revoked. */
async function leaveAddress(
  repositories: Repositories,
  { clock }: Pick<Services, 'clock'>,
  current: MemberRow,
  email: string,
): Promise<void> {
  const { id, appId, mode } = current
  await requireFreeAddress(repositories, { appId, mode, email }, clock.now(), id)
  await dropOpenCodes(repositories, current)
}

/** Names of the changed fields for the audit log, never their values. */
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
 * @throws ApiError `invalid-field-value` for an unknown custom field, or a page of another site; `invalid-field-type`,
 *   `field-limit-exceeded`
 */
export function readMemberValues(
  app: AppDefinition,
  { customFields = {}, json = {}, loginRedirect = null }: SentValues,
): Record<string, CustomFieldValue> {
  requireJsonFits(json)
  if (loginRedirect !== null && !v.is(sitePath, loginRedirect))
    throw new ApiError('invalid-field-value', {
      message: 'loginRedirect is a path of the site that starts with one /.',
    })
  return readAdminCustomFields(app, customFields)
}

/**
 * Accepts URLs of other servers only. A stored file belongs to one member, and would be deleted with the first of two.
 * @throws ApiError `invalid-field-value`
 */
function checkImageUrl(
  urls: Pick<PublicUrls, 'api'>,
  { profileImage }: Pick<MemberRow, 'profileImage'>,
  url: string | null,
): void {
  if (url === null || url === profileImage) return
  const isOnTheWeb = ['http:', 'https:'].includes(parseUrl(url)?.protocol ?? '')
  if (!isOnTheWeb || fileNameOf(urls, url) !== null) throw new ApiError('invalid-field-value')
}

/** @throws ApiError `field-limit-exceeded` when the merged metadata are too large */
function mergeMetaData(current: MemberRow['metaData'], sent: MemberRow['metaData']): MemberRow['metaData'] {
  const merged = { ...current, ...sent }
  if (!v.is(metaDataSchema, merged)) throw new ApiError('field-limit-exceeded')
  return merged
}

/** Splits a search into words. Name fields are the text fields whose key ends with `name`. */
export function memberSearch({ customFields }: Pick<AppDefinition, 'customFields'>, text: string): MemberSearch {
  const isName = ({ key, type }: AppDefinition['customFields'][number]) => type === 'text' && key.endsWith('name')
  return {
    words: text.split(/\s+/u).filter(Boolean).slice(0, MEMBER_SEARCH_MAX_WORDS),
    nameFields: customFields.filter(isName).map(({ key }) => key),
  }
}

/**
 * A member for the admin API and webhooks: all custom fields, also restricted ones, but nothing about login methods.
 */
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
