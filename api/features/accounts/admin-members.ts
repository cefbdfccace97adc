import * as v from 'valibot'
import type { AdminInput } from '../../../contract/admin/schemas'
import type { AdminMember } from '../../../contract/admin/schemas/members'
import type { CustomFieldValue, PlanConnection } from '../../../contract/entities'
import { MEMBER_SEARCH_MAX_WORDS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import { email as address, metaData as bounded } from '../../../contract/schemas/fields'
import { accountKey } from '../../lib/ids'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../../domain/app-definition'
import { sitePath } from '../../domain/definitions/site-path'
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
 * A member of the key's app and mode.
 * @param named their id, or their e-mail address however it is written
 * @returns null when there is none
 */
export async function findMember({ members }: Members, { app, mode }: Scope, named: string): Promise<MemberRow | null> {
  if (!named.includes('@')) {
    const member = await members.findById(named)
    return member?.appId === app.id && member.mode === mode ? member : null
  }
  const email = v.safeParse(address, named)
  return email.success ? members.findByEmail(app.id, mode, email.output) : null
}

/** @throws ApiError `member-not-found` */
export async function requireMember(repositories: Members, scope: Scope, named: string): Promise<MemberRow> {
  const member = await findMember(repositories, scope, named)
  if (!member) throw new ApiError('member-not-found')
  return member
}

/** The member as they stand now, until the caller's transaction ends. @throws ApiError `member-not-found` */
export async function lockMember(repositories: Members, scope: Scope, named: string): Promise<MemberRow> {
  const { id } = await requireMember(repositories, scope, named)
  const member = await repositories.members.lock(id)
  if (!member) throw new ApiError('member-not-found')
  return member
}

type Parts = Pick<Services, 'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'urls'>
type Sent = Omit<AdminInput<'changeMember'>, 'member'>

export interface ChangedMember {
  member: MemberRow
  /** Address of the image that the member has no more; null: they have the one that they had. */
  leftImage: string | null
}

/**
 * Changes a member as an admin asks, in one transaction with its row of the audit log. A call that names nothing changes
 * nothing.
 *
 * @param named id or e-mail address
 * @throws ApiError `member-not-found`, `email-already-in-use`, `field-limit-exceeded`, `password-too-common`, and what `readMemberValues` and
 *   `checkImageAddress` throw
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
  // Failures with the old password must not keep the member out of the new one.
  if (passwordHash !== undefined)
    await services.rateLimiter.clear('failedLoginsPerAccount', accountKey(after.appId, after.mode, after.email))
  return { member: after, leftImage: before.profileImage === after.profileImage ? null : before.profileImage }
}

/** `email` is undefined where the address stays. */
function changesOf(
  { urls }: Pick<Services, 'urls'>,
  current: MemberRow,
  { email, verified, metaData, json, loginRedirect, profileImage }: Sent,
  customFields: MemberRow['customFields'],
): { email: string | undefined; changes: MemberChanges } {
  const isNew = email !== undefined && email !== current.email
  if (profileImage !== undefined) checkImageAddress(urls, current, profileImage)
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

/** What was mailed to the old address opens nothing any more. */
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

/** What a call names, never what it says: custom fields by their keys, which stand in the app's definition. */
function namesOf({ customFields = {}, ...sent }: Sent): string {
  const plain = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return [...plain, ...Object.keys(customFields).map((key) => `customFields.${key}`)].join(', ')
}

/** What an admin sends of a member, new or not. */
export interface SentValues {
  customFields?: Record<string, unknown> | undefined
  json?: Record<string, unknown> | undefined
  loginRedirect?: string | null | undefined
}

/**
 * Checks against the app what a schema cannot.
 * @returns the custom fields, typed
 * @throws ApiError `invalid-field-value` for a custom field that the app has not, or a page that is not one of the site;
 *   `invalid-field-type`, `field-limit-exceeded`
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
 * A profile image that an admin names is a picture on the web. A file of our own is one member's: with the address in two
 * places it would go with the first of them.
 *
 * @throws ApiError `invalid-field-value`
 */
export function checkImageAddress(
  urls: Pick<PublicUrls, 'api'>,
  { profileImage }: Pick<MemberRow, 'profileImage'>,
  address: string | null,
): void {
  if (address === null || address === profileImage) return
  const isOnTheWeb = ['http:', 'https:'].includes(parseUrl(address)?.protocol ?? '')
  if (!isOnTheWeb || fileNameOf(urls, address) !== null) throw new ApiError('invalid-field-value')
}

/** A member's metadata with some keys anew. @throws ApiError `field-limit-exceeded` for more than a member can have */
export function mergeMetaData(current: MemberRow['metaData'], sent: MemberRow['metaData']): MemberRow['metaData'] {
  const merged = { ...current, ...sent }
  if (!v.is(bounded, merged)) throw new ApiError('field-limit-exceeded')
  return merged
}

/** What a search of members looks for: names are the text fields whose key is `name` or ends with it. */
export function memberSearch({ customFields }: Pick<AppDefinition, 'customFields'>, text: string): MemberSearch {
  const isName = ({ key, type }: AppDefinition['customFields'][number]) => type === 'text' && key.endsWith('name')
  return {
    words: text.split(/\s+/u).filter(Boolean).slice(0, MEMBER_SEARCH_MAX_WORDS),
    nameFields: customFields.filter(isName).map(({ key }) => key),
  }
}

/**
 * A member as an owner's server reads them: every custom field, those too that only an admin may know, and the page of
 * their own as it was set. Never how they log in.
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
