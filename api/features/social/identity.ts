import * as v from 'valibot'
import type { CustomFieldValue } from '../../../contract/entities'
import { email as emailSchema } from '../../../contract/schemas/fields'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import { withinStorage } from '../../domain/storage/within-storage'
import { UniqueConstraintError } from '../../domain/unique-constraint-error'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { newMember, storeAccount } from '../accounts/signup'
import type { NewAccount } from '../accounts/signup'
import { confirmEmail, storeVerification, verificationForSignup } from '../accounts/verification'
import { providerName } from '../apps/social-providers'
import type { ProviderIdentity } from '../apps/social-providers'
import { readCustomFields } from '../members/fields'
import { findFreePlans } from '../plans/join'
import { tryInvitation } from '../plans/teams'
import type { SocialServices } from './begin-flow'
import { deliverResult } from './deliver-result'
import type { FlowEnd, ProviderCallback } from './deliver-result'

/** Another request may take the email address or the account between read and write; the second try then finds it. */
const TRIES = 2

/**
 * Logs in the member of a provider's identity, or signs them up.
 * @throws ApiError `use-email-login`, `account-not-found`, `provider-email-missing`, `email-already-in-use`,
 *   `too-many-requests` and what a sign-up throws
 */
export async function resolveIdentity(services: SocialServices, callback: ProviderCallback): Promise<FlowEnd> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      return (await logIn(services, callback)) ?? (await signUpIdentity(services, callback))
    } catch (error) {
      if (!(error instanceof UniqueConstraintError)) throw error
    }
  }
  throw new ApiError('email-already-in-use')
}

/** Null without a member to log in. */
function logIn(services: SocialServices, callback: ProviderCallback): Promise<FlowEnd | null> {
  const { app, flow } = callback
  return services.store.transaction(async (repositories) => {
    const member = await findOwner(repositories, services, callback)
    if (!member) return null
    const message = await tryInvitation(repositories, services, app, member, flow.wishes.inviteToken)
    return deliverResult(repositories, services, callback, { came: 'login', member, message })
  })
}

/**
 * Finds the member that is connected with the provider's account, else the one with its email address. The provider must have
 * verified that address; where it was unproven here, every credential of whoever signed up with it is revoked.
 * @returns the locked member; null for a new one
 * @throws ApiError `use-email-login` when the address belongs to a member but is not proven
 */
async function findOwner(
  repositories: Repositories,
  services: Pick<Services, 'clock'>,
  callback: ProviderCallback,
): Promise<MemberRow | null> {
  const { members, providerConnections } = repositories
  const { appId, mode, provider } = callback.flow
  const { subject, email, emailVerified } = callback.identity
  const held = await providerConnections.find({ appId, mode, provider, subject })
  if (held) return members.lock(held.memberId)

  const found = email === null ? null : await members.findByEmail(appId, mode, email)
  const member = found && (await members.lock(found.id))
  if (!member) return null
  if (!emailVerified) throw new ApiError('use-email-login')
  const proven = await confirmEmail(repositories, member)
  // Email addresses change hands: the first account of a provider stays connected.
  if (proven.providers.includes(provider)) throw new ApiError('use-email-login')
  return insertConnection(repositories, services, callback, proven)
}

/**
 * Signs up a member without a password. An email address that the provider did not verify gets the mail of a sign-up.
 * @throws UniqueConstraintError when email address or account were taken in between
 * @throws ApiError `account-not-found` for a login that may not sign up, `provider-email-missing`,
 *   `email-already-in-use` for an address that its owner can take back, `too-many-requests`, the codes of fields and plans,
 *   and as `withinStorage`
 */
async function signUpIdentity(services: SocialServices, callback: ProviderCallback): Promise<FlowEnd> {
  const { app, flow, identity, address } = callback
  if (flow.flow === 'login' && !flow.wishes.allowSignup) throw new ApiError('account-not-found')
  const account = readAccount(callback)
  await services.rateLimiter.take('signupsPerAddress', address)
  const proof = { passwordHash: null, verified: identity.emailVerified }
  const member = newMember(services, { app, mode: flow.mode }, account, proof)
  const verification = await verificationForSignup(services, app, member, address)
  const storing = { app, mode: flow.mode, address, member }
  const work = async (repositories: Repositories): Promise<FlowEnd> => {
    // A member left this address a short time ago and can still revert that.
    const kept = await repositories.emailChanges.findByAddress(member, services.clock.now())
    if (kept) throw new ApiError('email-already-in-use')
    const message = await storeAccount(repositories, services, app, account, member, async () => {
      await insertConnection(repositories, services, callback, member)
      if (verification) await storeVerification(repositories, verification)
    })
    const connected = { ...member, providers: [flow.provider] }
    return deliverResult(repositories, services, callback, { came: 'signup', member: connected, message })
  }
  const end = await withinStorage(services, storing, work, { queue: 'members', isSignup: true })
  if (verification) services.mailWaiting()
  return end
}

function readAccount({ app, flow: { wishes }, identity }: ProviderCallback): NewAccount {
  if (identity.email === null) throw new ApiError('provider-email-missing')
  return {
    email: identity.email,
    customFields: {
      ...readCustomFields(app, wishes.customFields),
      ...namesFor(app, wishes.customFields, identity),
    },
    metaData: {},
    plans: findFreePlans(app, wishes.plans),
    inviteToken: wishes.inviteToken,
    claim: undefined,
    includeContentGroups: undefined,
  }
}

/**
 * Connects the provider's account with the member who asked.
 * @throws ApiError `account-already-connected` when another member has it, or the member has another one of that provider;
 *   `account-connect-requires-login`
 */
export async function connectProvider(services: SocialServices, callback: ProviderCallback): Promise<FlowEnd> {
  try {
    return await services.store.transaction(async (repositories) => {
      const caller = await lockConnecting(repositories, services, callback)
      const connected = await connect(repositories, services, callback, caller)
      const message = `Your account is connected with ${providerName(callback.app, callback.flow.provider)}.`
      return deliverResult(repositories, services, callback, { came: 'connect', member: connected, message })
    })
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new ApiError('account-already-connected', { cause: error }) : error
  }
}

/** The session must still exist: a logout in between ends the flow. */
async function lockConnecting(
  { members, sessions }: Repositories,
  { clock }: SocialServices,
  { flow: { memberId, sessionDigest } }: ProviderCallback,
): Promise<{ member: MemberRow; deviceId: string | null }> {
  const member = memberId === null ? null : await members.lock(memberId)
  const session = sessionDigest === null ? null : await sessions.find(sessionDigest, clock.now())
  if (!member || session?.memberId !== member.id) throw new ApiError('account-connect-requires-login')
  return { member, deviceId: session.deviceId }
}

async function connect(
  repositories: Repositories,
  services: SocialServices,
  callback: ProviderCallback,
  { member, deviceId }: { member: MemberRow; deviceId: string | null },
): Promise<MemberRow> {
  const { appId, mode, provider } = callback.flow
  const held = await repositories.providerConnections.find({
    appId,
    mode,
    provider,
    subject: callback.identity.subject,
  })
  if (held?.memberId === member.id) return member
  if (held || member.providers.includes(provider)) throw new ApiError('account-already-connected')
  return insertConnection(repositories, services, callback, member, deviceId)
}

/**
 * @param deviceId device of the session that connects it
 * @returns the member with the provider
 * @throws UniqueConstraintError when account or member is connected already
 */
async function insertConnection(
  { providerConnections }: Pick<Repositories, 'providerConnections'>,
  { clock }: Pick<Services, 'clock'>,
  { flow: { provider }, identity: { subject } }: Pick<ProviderCallback, 'flow' | 'identity'>,
  member: MemberRow,
  deviceId: string | null = null,
): Promise<MemberRow> {
  const { id: memberId, appId, mode } = member
  await providerConnections.insert({ memberId, appId, mode, provider, subject, deviceId, createdAt: clock.now() })
  return { ...member, providers: [...member.providers, provider] }
}

/** Drops an email address that a sign-up form would refuse. */
export function withUsableEmail(identity: ProviderIdentity): ProviderIdentity {
  const read = v.safeParse(emailSchema, identity.email)
  return read.success ? { ...identity, email: read.output } : { ...identity, email: null, emailVerified: false }
}

/** Custom fields for the provider's names, where an app has them. */
const nameFields = [
  ['first-name', 'firstName'],
  ['last-name', 'lastName'],
] as const

/** Fills empty name fields that members may write. */
function namesFor(
  app: AppDefinition,
  sent: Readonly<Record<string, CustomFieldValue>>,
  identity: Pick<ProviderIdentity, 'firstName' | 'lastName'>,
): Record<string, CustomFieldValue> {
  const names = nameFields.flatMap(([field, property]) => {
    const name = identity[property]
    return name && isEmpty(sent[field]) ? Object.entries(readName(app, field, name)) : []
  })
  return Object.fromEntries(names)
}

const isEmpty = (value: CustomFieldValue | undefined): boolean => value === undefined || value === null || value === ''

/** Skips a name that does not fit the field: an app can define it as a number or a choice. */
function readName(app: AppDefinition, field: string, name: string): Record<string, CustomFieldValue> {
  try {
    return readCustomFields(app, { [field]: name })
  } catch (error) {
    if (error instanceof ApiError) return {}
    throw error
  }
}
