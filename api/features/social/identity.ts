import { fillText } from '../../lib/text'
import type { Tx } from '../../database/db'
import * as v from 'valibot'
import type { CustomFieldValue } from '../../../contract/entities'
import { email as emailSchema } from '../../../contract/schemas/fields'
import { messages } from '../../../contract/messages'
import { ApiError, UniqueConstraintError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import { withinStorage } from '../files/account-storage'
import type { Services } from '../../http/services'
import { insertAccount, joinAtSignup, newMember } from '../accounts/signup'
import type { NewAccount } from '../accounts/signup'
import { confirmEmail, storeVerification, verificationForSignup } from '../accounts/codes'
import { providerName } from '../apps/social-providers'
import type { ProviderIdentity } from '../apps/social-providers'
import { readCustomFields } from '../members/fields'
import { findFreePlans, tryInvitation } from '../plans/join'
import type { SocialServices } from './begin-flow'
import { keepFlow, signupFromLogin } from './begin-flow'
import { deliverResult } from './deliver-result'
import type { FlowEnd, ProviderCallback } from './deliver-result'
import { findMemberByEmail, lockMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { findSession } from '../members/repository-sessions'
import { findProviderConnection, insertProviderConnection } from './repository'
import { findEmailChangeByEmail } from '../accounts/repository'

/** A parallel request may take the email address or account between read and write; the second try finds it. */
const TRIES = 2

/**
 * Logs in the member with a provider's identity, or signs them up.
 * @throws ApiError `use-email-login`, `account-not-found`, `provider-email-missing`, `email-already-in-use`,
 * `too-many-requests` and errors of a sign-up
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

/** Null if there is no member to log in. */
function logIn(services: SocialServices, callback: ProviderCallback): Promise<FlowEnd | null> {
  const { app, flow } = callback
  return services.store.transaction(async (tx) => {
    const member = await findOwner(tx, services, callback)
    if (!member) return null
    const message = await tryInvitation(tx, services, { app, member }, flow.wishes.inviteToken)
    return deliverResult(tx, services, callback, { came: 'login', member, message })
  })
}

/**
 * Finds the member connected with the provider's account, else the one with its email address, if the provider verified
 * it. If it was unverified here, all credentials from that sign-up are revoked.
 * @returns the locked member; null for a new one
 * @throws ApiError `use-email-login` if the address belongs to a member but is not verified
 */
async function findOwner(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  callback: ProviderCallback,
): Promise<MemberRow | null> {
  const { appId, mode, provider } = callback.flow
  const { subject, email, emailVerified } = callback.identity
  const held = await findProviderConnection(tx, { appId, mode, provider, subject })
  if (held) return lockMemberById(tx, held.memberId)

  const found = email === null ? null : await findMemberByEmail(tx, appId, mode, email)
  const member = found && (await lockMemberById(tx, found.id))
  if (!member) return null
  if (!emailVerified) throw new ApiError('use-email-login')
  const proven = await confirmEmail(tx, member)
  // Email addresses change hands: the first account of a provider stays connected.
  if (proven.providers.includes(provider)) throw new ApiError('use-email-login')
  return insertConnection(tx, services, callback, { member: proven })
}

/**
 * Signs up a member without a password. An email address that the provider did not verify gets the sign-up mail.
 * @throws UniqueConstraintError if email address or account were taken in between
 * @throws ApiError `account-not-found` for a login that may not sign up, `provider-email-missing`,
 * `email-already-in-use` for an address that its former owner can take back, `too-many-requests`, errors of fields and
 * plans, and as `withinStorage`
 */
async function signUpIdentity(services: SocialServices, callback: ProviderCallback): Promise<FlowEnd> {
  const { app, flow, identity, ipAddress } = callback
  const decision = flow.flow === 'login' ? signupFromLogin(app, flow.wishes) : 'allow'
  if (decision === 'deny') throw new ApiError('account-not-found')
  const account = readAccount(callback)
  if (decision === 'ask') return askToSignUp(services, callback)
  await services.rateLimiter.take('signupsPerAddress', ipAddress)
  const proof = { passwordHash: null, verified: identity.emailVerified }
  const member = newMember(services, { app, mode: flow.mode }, account, proof)
  const verification = await verificationForSignup(services, app, member, ipAddress)
  const storing = { app, mode: flow.mode, ipAddress, member }
  const work = async (tx: Tx): Promise<FlowEnd> => {
    // A member changed this email address recently and can still revert that.
    const kept = await findEmailChangeByEmail(tx, member, services.clock.now())
    if (kept) throw new ApiError('email-already-in-use')
    await insertAccount(tx, services, { app, member })
    await insertConnection(tx, services, callback, { member })
    if (verification) await storeVerification(tx, verification)
    const message = await joinAtSignup(tx, services, { app, member }, account)
    const connected = { ...member, providers: [flow.provider] }
    return deliverResult(tx, services, callback, { came: 'signup', member: connected, message })
  }
  const end = await withinStorage(services, storing, work, { queue: 'members', isSignup: true })
  if (verification) services.mailWaiting()
  return end
}

/** The window keeps the checked identity and asks whether to create an account with it. */
async function askToSignUp(services: SocialServices, { app, flow, identity }: ProviderCallback): Promise<FlowEnd> {
  const question = await services.store.transaction((tx) =>
    keepFlow(tx, services, { app, flow }, { asks: 'signup', identity }),
  )
  return { openerOrigin: flow.openerOrigin, returnUrl: flow.returnUrl, question }
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
    campaign: null,
    plans: findFreePlans(app, wishes.plans),
    inviteToken: wishes.inviteToken,
    claim: undefined,
    includeContentGroups: undefined,
  }
}

/**
 * Connects the provider's account with the calling member.
 * @throws ApiError `account-already-connected` if another member has it, or the member has another one of that
 * provider; `account-connect-requires-login`
 */
export async function connectProvider(services: SocialServices, callback: ProviderCallback): Promise<FlowEnd> {
  try {
    return await services.store.transaction(async (tx) => {
      const caller = await lockConnecting(tx, services, callback)
      const connected = await connect(tx, services, callback, caller)
      const message = fillText(messages.connectProvider, {
        provider: providerName(callback.app, callback.flow.provider),
      })
      return deliverResult(tx, services, callback, { came: 'connect', member: connected, message })
    })
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new ApiError('account-already-connected', { cause: error }) : error
  }
}

/** A logout in between ends the flow. */
export async function lockConnecting(
  tx: Tx,
  { clock }: SocialServices,
  { flow: { memberId, sessionDigest } }: ProviderCallback,
): Promise<{ member: MemberRow; deviceId: string | null }> {
  const member = memberId === null ? null : await lockMemberById(tx, memberId)
  const session = sessionDigest === null ? null : await findSession(tx, sessionDigest, clock.now())
  if (!member || session?.memberId !== member.id) throw new ApiError('account-connect-requires-login')
  return { member, deviceId: session.deviceId }
}

async function connect(
  tx: Tx,
  services: SocialServices,
  callback: ProviderCallback,
  { member, deviceId }: { member: MemberRow; deviceId: string | null },
): Promise<MemberRow> {
  const { appId, mode, provider } = callback.flow
  const held = await findProviderConnection(tx, {
    appId,
    mode,
    provider,
    subject: callback.identity.subject,
  })
  if (held?.memberId === member.id) return member
  if (held || member.providers.includes(provider)) throw new ApiError('account-already-connected')
  return insertConnection(tx, services, callback, { member, deviceId })
}

/**
 * @param deviceId device of the session that connects it
 * @returns the member with the provider
 * @throws UniqueConstraintError if account or member is already connected
 */
async function insertConnection(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { flow: { provider }, identity: { subject } }: Pick<ProviderCallback, 'flow' | 'identity'>,
  { member, deviceId = null }: { member: MemberRow; deviceId?: string | null },
): Promise<MemberRow> {
  const { id: memberId, appId, mode } = member
  await insertProviderConnection(tx, { memberId, appId, mode, provider, subject, deviceId, createdAt: clock.now() })
  return { ...member, providers: [...member.providers, provider] }
}

/** Drops an email address that a sign-up form would refuse. */
export function withUsableEmail(identity: ProviderIdentity): ProviderIdentity {
  const read = v.safeParse(emailSchema, identity.email)
  return read.success ? { ...identity, email: read.output } : { ...identity, email: null, emailVerified: false }
}

/** Custom fields for the provider's names, if the app has them. */
const nameFields = [
  ['first-name', 'firstName'],
  ['last-name', 'lastName'],
] as const

/** Fills empty name fields that members may write. */
export function namesFor(
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

/** Skips a name that the field refuses: an app can define it as a number or a choice. */
function readName(app: AppDefinition, field: string, name: string): Record<string, CustomFieldValue> {
  try {
    return readCustomFields(app, { [field]: name })
  } catch (error) {
    if (error instanceof ApiError) return {}
    throw error
  }
}
