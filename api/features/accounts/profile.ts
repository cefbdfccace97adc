import { MEMBER_JSON_MAX_BYTES } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { messages } from '../../../contract/messages'
import { ApiError } from '../../lib/errors'
import { withinStorage } from '../files/account-storage'
import type { StorageServices, Storing } from '../files/account-storage'
import type { Caller, RequestContext, RequestFor } from '../members/context'
import type { Services } from '../../http/services'
import { filesUrl, removeImage } from '../files/open-storage'
import { lockCaller } from '../members/context'
import { readCustomFields } from '../members/fields'
import { reconcileOpenPurchases } from '../payments/reconcile'
import type { ReconcileServices } from '../payments/reconcile'
import type { MemberPlans } from '../plans/repository'
import { toConnection, listTeamsOfMember, findRedirect, noPlans, readMemberPlans } from '../plans/repository'
import { toMember } from '../plans/serializers'
import { deleteSession } from '../members/repository-sessions'
import type { CallerPlans } from '../members/repository-sessions'
import { findUsedProfileImages, updateMemberById } from '../members/repository'

/** Reconciles open purchases first. Null without a valid session, which clients then end. */
export async function getMember(
  services: ReconcileServices & Pick<Services, 'log'>,
  { app, member, callerPlans }: RequestContext,
): Promise<Answer<'getMember'>> {
  if (!member) return { data: null }
  const plans = knownPlans(callerPlans) ?? (await readPlans(services, member.id, callerPlans))
  return { data: toMember(app, member, plans) }
}

/** Without teams and purchases, the plans read with the session are complete. */
const knownPlans = (found: CallerPlans | undefined): MemberPlans | null =>
  found && !found.hasPurchases && !found.hasTeams
    ? { connections: found.connections.map(toConnection), teams: [] }
    : null

async function readPlans(
  services: ReconcileServices & Pick<Services, 'log'>,
  memberId: string,
  found: CallerPlans | undefined,
): Promise<MemberPlans> {
  const { store } = services
  if (found && !found.hasPurchases)
    return { connections: found.connections.map(toConnection), teams: await listTeamsOfMember(store, memberId) }
  await reconcileOpenPurchases(services, memberId)
  return readMemberPlans(store, memberId)
}

/**
 * Merges custom fields. The row is locked, so that parallel changes both apply.
 * @throws ApiError `invalid-field-value`, `client/invalid-token` when the session has ended; those of `withinStorage`
 */
export async function updateMember(
  services: StorageServices,
  request: RequestFor<'updateMember'>,
  input: Input<'updateMember'>,
): Promise<Answer<'updateMember'>> {
  const { app } = request
  const changes = readCustomFields(app, input.customFields)
  const data = await withinStorage(services, request, async (tx) => {
    const { current } = await lockCaller(tx, services, request)
    const customFields = { ...current.customFields, ...changes }
    await updateMemberById(tx, current.id, { customFields })
    const plans = await readMemberPlans(tx, current.id)
    return toMember(app, { ...current, customFields }, plans)
  })
  return { data, message: messages.updateMember }
}

export async function getMemberJson(
  _services: Services,
  { member }: RequestFor<'getMemberJson'>,
): Promise<Answer<'getMemberJson'>> {
  return { data: member.json }
}

/** @throws ApiError `field-limit-exceeded` above `MEMBER_JSON_MAX_BYTES` as stored; those of `withinStorage` */
export async function updateMemberJson(
  services: StorageServices,
  request: RequestFor<'updateMemberJson'>,
  { json }: Input<'updateMemberJson'>,
): Promise<Answer<'updateMemberJson'>> {
  requireJsonFits(json)
  await withinStorage(services, request, async (tx) => {
    const { current } = await lockCaller(tx, services, request)
    await updateMemberById(tx, current.id, { json })
  })
  return { data: json, message: messages.updateMemberJSON }
}

type ImageServices = StorageServices & Pick<Services, 'files' | 'images' | 'secrets' | 'rateLimiter' | 'urls' | 'log'>

/**
 * Re-encodes the image under a new URL. The file is stored before the row names it; an orphan is swept later.
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
  const url = filesUrl(urls) + name
  await files.put(name, image)
  await setProfileImage(services, request, url)
  return { data: { profileImage: url }, message: messages.updateMemberProfileImage }
}

/** @throws ApiError `client/invalid-token` */
export async function deleteProfileImage(
  services: StorageServices & Pick<Services, 'files' | 'urls' | 'log'>,
  request: RequestFor<'deleteProfileImage'>,
): Promise<Answer<'deleteProfileImage'>> {
  await setProfileImage(services, request, null)
  return { data: { profileImage: null }, message: messages.deleteMemberProfileImage }
}

/**
 * Deletes the former file. Of parallel changes the last one wins, and no file is left over.
 * @param url of the new image
 * @throws ApiError `client/invalid-token` when the session has ended; those of `withinStorage`
 */
async function setProfileImage(
  services: StorageServices & Pick<Services, 'files' | 'urls' | 'log'>,
  caller: Caller & Storing,
  url: string | null,
): Promise<void> {
  const earlier = await withinStorage(services, caller, async (tx) => {
    const { current } = await lockCaller(tx, services, caller)
    await updateMemberById(tx, current.id, { profileImage: url })
    return current.profileImage
  })
  await removeImage(services, earlier)
}

/** @throws ApiError `field-limit-exceeded` above `MEMBER_JSON_MAX_BYTES` as stored */
export function requireJsonFits(json: object): void {
  if (Buffer.byteLength(JSON.stringify(json)) > MEMBER_JSON_MAX_BYTES) throw new ApiError('field-limit-exceeded')
}

export async function logout(
  { store }: Pick<Services, 'store'>,
  { app, member, tokenDigest }: RequestContext,
): Promise<Answer<'logout'>> {
  const plans = member ? await readMemberPlans(store, member.id) : noPlans
  if (tokenDigest && member) await deleteSession(store, tokenDigest)
  return { data: { redirect: findRedirect(app, 'afterLogout', member, plans) } }
}

/** A younger file may belong to a running request. */
const SWEPT_AFTER_MS = 60 * 60 * 1000
const BATCH_SIZE = 200

/** Removes unused images: a process that was killed before it wrote the row leaves them. */
export async function sweepFiles(services: Pick<Services, 'store' | 'files' | 'urls' | 'clock'>): Promise<void> {
  const { files, clock } = services
  let batch: string[] = []
  for await (const { name, changedAt } of files.list()) {
    if (clock.now() - changedAt > SWEPT_AFTER_MS) batch.push(name)
    if (batch.length < BATCH_SIZE) continue
    await sweep(services, batch)
    batch = []
  }
  await sweep(services, batch)
}

async function sweep(
  { store, files, urls }: Pick<Services, 'store' | 'files' | 'urls'>,
  names: readonly string[],
): Promise<void> {
  const base = filesUrl(urls)
  const used = new Set(
    await findUsedProfileImages(
      store,
      names.map((name) => base + name),
    ),
  )
  for (const name of names) if (!used.has(base + name)) await files.remove(name)
}
