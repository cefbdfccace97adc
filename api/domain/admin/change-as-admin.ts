import type { AdminInput } from '../../../contract/admin/schemas'
import type { AdminContext } from '../../ports/admin-handler'
import type { Services } from '../../ports/services'
import type { MemberChanges, MemberRow, Repositories } from '../../ports/store'
import { accountKey } from '../../lib/ids'
import { changePassword } from '../accounts/change-password'
import { dropOpenCodes } from '../accounts/drop-open-codes'
import { orEmailTaken } from '../accounts/or-email-taken'
import { requireFreeAddress } from '../accounts/require-free-address'
import { requireUncommonPassword } from '../accounts/require-uncommon-password'
import { auditAct } from './audit-act'
import { checkImageAddress } from './check-image-address'
import { lockMember } from './find-member'
import { mergeMetaData } from './merge-meta-data'
import { readMemberValues } from './read-member-values'

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
        await auditAct(repositories, services, context, {
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
