import { MEMBER_JSON_MAX_BYTES } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import { withinStorage } from '../../domain/storage/within-storage'
import type { StorageServices, Storing } from '../../domain/storage/within-storage'
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
 * The logged-in member, with what they paid for just now; null without a session or with a dead one, so that a client ends
 * it cleanly.
 */
export async function getMember(
  services: SettleServices & Pick<Services, 'log'>,
  { app, member, callerPlans }: RequestContext,
): Promise<Answer<'getMember'>> {
  if (!member) return { data: null }
  const plans = knownPlans(callerPlans) ?? (await readPlans(services, member.id, callerPlans))
  return { data: toMember(app, member, plans) }
}

/** Most members are in no team and never began to buy anything: what came with the session is all there is then. */
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
 * Merges the given custom fields into the member's. Two saves at once both count: the row is locked while it is merged.
 *
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

/** The member's own JSON store; an empty object before anything was stored. */
export async function getMemberJson(
  _services: Services,
  { member }: RequestFor<'getMemberJson'>,
): Promise<Answer<'getMemberJson'>> {
  return { data: member.json }
}

/**
 * Replaces the member's JSON store as a whole.
 *
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
 * Keeps a new picture made of the pixels of the uploaded one, under an address of its own. The file is on the disk before
 * the member points at it, so that no address ever leads nowhere; if that fails, the sweep finds the file.
 *
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

/** Takes the member's image away; no error when there is none. @throws ApiError `client/invalid-token` */
export async function deleteProfileImage(
  services: StorageServices & Pick<Services, 'files' | 'urls' | 'log'>,
  request: RequestFor<'deleteProfileImage'>,
): Promise<Answer<'deleteProfileImage'>> {
  await setProfileImage(services, request, null)
  return { data: { profileImage: null }, message: 'Your profile image has been removed.' }
}

/**
 * Gives a member another image, or none, and removes the file of the one they had. Of two changes at once the later
 * one stands, and no file is left over.
 *
 * @param address of the new image
 * @throws ApiError `client/invalid-token` when the caller's session ended meanwhile, and as `withinStorage`
 */
export async function setProfileImage(
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

/** Ends the session, where there is one, and says where to go. */
export async function logout(
  { store }: Pick<Services, 'store'>,
  { app, member, tokenDigest }: RequestContext,
): Promise<Answer<'logout'>> {
  const plans = member ? await readMemberPlans(store, member.id) : noPlans
  if (tokenDigest && member) await store.sessions.delete(tokenDigest)
  return { data: { redirect: findRedirect(app, 'afterLogout', member, plans) } }
}
