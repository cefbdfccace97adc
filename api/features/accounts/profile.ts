import { MEMBER_JSON_MAX_BYTES } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'
import { withinStorage } from '../../domain/storage/within-storage'
import type { StorageServices, Storing } from '../../domain/storage/within-storage'
import { once } from '../../ports/awaitable'
import type { Awaitable } from '../../ports/awaitable'
import type { RequestContext, RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { CallerPlans } from '../../ports/store'
import { filesUrl, removeImage } from '../files/open-storage'
import { lockCaller } from '../members/context'
import type { Caller } from '../members/context'
import { readCustomFields } from '../members/fields'
import { settleOpenPurchases } from '../payments/settle'
import type { SettleServices } from '../payments/settle'
import { findRedirect, noPlans, readMemberPlans } from '../plans/connections'
import type { MemberPlans } from '../plans/connections'
import { toMember } from '../plans/serializers'

/**
 * The logged-in member, after settling open purchases; null without a valid session, which clients then end.
 */
export function getMember(
  services: SettleServices & Pick<Services, 'log'>,
  { app, member, callerPlans }: RequestContext,
): Awaitable<Answer<'getMember'>> {
  if (!member) return { data: null }
  const plans = knownPlans(callerPlans) ?? readPlans(services, member.id, callerPlans)
  return once(plans, (found) => ({ data: toMember(app, member, found) }))
}

/** Without teams and purchases, the plans read with the session are complete. */
const knownPlans = (found: CallerPlans | undefined): MemberPlans | null =>
  found && !found.hasPurchases && !found.hasTeams ? { connections: found.connections, teams: [] } : null

async function readPlans(
  services: SettleServices & Pick<Services, 'log'>,
  memberId: string,
  found: CallerPlans | undefined,
): Promise<MemberPlans> {
  const { store } = services
  if (found && !found.hasPurchases)
    return { connections: found.connections, teams: await store.teams.listByMember(memberId) }
  await settleOpenPurchases(services, memberId)
  return readMemberPlans(store, memberId)
}

/**
 * Merges custom fields into the member's. The row is locked, so that parallel changes both apply.
 * @throws ApiError `invalid-field-value`, `client/invalid-token` when the session ended meanwhile, and as `withinStorage`
 */
export async function updateMember(
  services: StorageServices,
  request: RequestFor<'updateMember'>,
  input: Input<'updateMember'>,
): Promise<Answer<'updateMember'>> {
  const { app } = request
  const changes = readCustomFields(app, input.customFields)
  const data = await withinStorage(services, request, async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    const customFields = { ...current.customFields, ...changes }
    await repositories.members.update(current.id, { customFields })
    const plans = await readMemberPlans(repositories, current.id)
    return toMember(app, { ...current, customFields }, plans)
  })
  return { data, message: 'Your changes have been saved.' }
}

/** The member's JSON store; empty by default. */
export async function getMemberJson(
  _services: Services,
  { member }: RequestFor<'getMemberJson'>,
): Promise<Answer<'getMemberJson'>> {
  return { data: member.json }
}

/**
 * Replaces the member's JSON store.
 * @throws ApiError `field-limit-exceeded` past `MEMBER_JSON_MAX_BYTES`, as it is stored; and as `withinStorage`
 */
export async function updateMemberJson(
  services: StorageServices,
  request: RequestFor<'updateMemberJson'>,
  { json }: Input<'updateMemberJson'>,
): Promise<Answer<'updateMemberJson'>> {
  requireJsonFits(json)
  await withinStorage(services, request, async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    await repositories.members.update(current.id, { json })
  })
  return { data: json, message: 'Your changes have been saved.' }
}

type ImageServices = StorageServices & Pick<Services, 'files' | 'images' | 'secrets' | 'rateLimiter' | 'urls' | 'log'>

/**
 * Stores a re-encoded image under a new URL. The file is stored before the member's row names it; an orphan is swept later.
 * @throws ApiError `invalid-file-type`, `too-many-requests`, `service-unavailable`, `client/invalid-token`
 */
export async function updateProfileImage(
  services: ImageServices,
  request: RequestFor<'updateProfileImage'>,
  input: Input<'updateProfileImage'>,
): Promise<Answer<'updateProfileImage'>> {
  const { files, images, secrets, rateLimiter, urls } = services
  await rateLimiter.take('imageUploadsPerAccount', request.member.id)
  const image = await images.encodeSquare(new Uint8Array(await input.profileImage.arrayBuffer()))
  const name = `${secrets.fileId()}.webp`
  const address = filesUrl(urls) + name
  await files.put(name, image)
  await setProfileImage(services, request, address)
  return { data: { profileImage: address }, message: 'Your profile image has been updated.' }
}

/** Removes the image, if there is one. @throws ApiError `client/invalid-token` */
export async function deleteProfileImage(
  services: StorageServices & Pick<Services, 'files' | 'urls' | 'log'>,
  request: RequestFor<'deleteProfileImage'>,
): Promise<Answer<'deleteProfileImage'>> {
  await setProfileImage(services, request, null)
  return { data: { profileImage: null }, message: 'Your profile image has been removed.' }
}

/**
 * Sets or removes the image, and deletes the file of the former one. Of parallel changes, the last one wins and no file is left.
 * @param address URL of the new image
 * @throws ApiError `client/invalid-token` when the caller's session ended meanwhile, and as `withinStorage`
 */
async function setProfileImage(
  services: StorageServices & Pick<Services, 'files' | 'urls' | 'log'>,
  caller: Caller & Storing,
  address: string | null,
): Promise<void> {
  const earlier = await withinStorage(services, caller, async (repositories) => {
    const { current } = await lockCaller(repositories, services, caller)
    await repositories.members.update(current.id, { profileImage: address })
    return current.profileImage
  })
  await removeImage(services, earlier)
}

/** @throws ApiError `field-limit-exceeded` past `MEMBER_JSON_MAX_BYTES`, as a member's JSON is stored */
export function requireJsonFits(json: object): void {
  if (Buffer.byteLength(JSON.stringify(json)) > MEMBER_JSON_MAX_BYTES) throw new ApiError('field-limit-exceeded')
}

/** Ends the session and returns the redirect. */
export async function logout(
  { store }: Pick<Services, 'store'>,
  { app, member, tokenDigest }: RequestContext,
): Promise<Answer<'logout'>> {
  const plans = member ? await readMemberPlans(store, member.id) : noPlans
  if (tokenDigest && member) await store.sessions.delete(tokenDigest)
  return { data: { redirect: findRedirect(app, 'afterLogout', member, plans) } }
}
