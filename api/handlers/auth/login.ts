import type { Answer, Input } from '../../../contract/schemas'
import { checkLoginPassword } from '../../domain/accounts/check-password'
import type { DeviceClaim } from '../../domain/accounts/devices'
import { finishLogin } from '../../domain/accounts/finish-login'
import { hashAnew, keepsPassword } from '../../domain/accounts/renew-hash'
import { readAttempt } from '../../domain/accounts/sign-in-limits'
import type { SignInAttempt } from '../../domain/accounts/sign-in-limits'
import { tryTake } from '../../domain/accounts/try-take'
import { toMemberAuth } from '../../features/plans/serializers'
import type { LoggedIn } from '../../features/plans/serializers'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../../domain/app-definition'
import { readMemberPlans } from '../../features/plans/connections'
import { offeredProviders } from '../../domain/social/offered-providers'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'

type LoginServices = Pick<
  Services,
  'store' | 'hasher' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders'
>

/**
 * Logs in with email and password. A known and an unknown email cost the same and are limited alike.
 *
 * @throws ApiError `invalid-credentials`, `no-password-set`, `use-social-login` with the provider, `too-many-requests`
 * with `methods`, `proof-of-work-required`
 */
export async function login(
  services: LoginServices,
  request: RequestContext,
  input: Input<'login'>,
): Promise<Answer<'login'>> {
  const { app } = request
  const { password, device } = input
  const attempt = await readAttempt(services, request, 'loginsPerAddress', input)
  const matches = await checkLoginPassword(services, attempt, password)
  const { member } = attempt
  if (!member || !matches) throw await refusal(services, attempt)

  const proof = { password, device }
  const entered = (await enter(services, app, member, proof)) ?? (await enterAnew(services, app, member, proof))
  if (!entered) throw new ApiError('invalid-credentials')
  const includeContentGroups = input.options?.includeContentGroups
  return { data: toMemberAuth({ app, ...entered, event: 'afterLogin', includeContentGroups }) }
}

interface Proof {
  password: string
  device: DeviceClaim
}

/** Logs in with a password that was found right; null when the member has another one by now. */
async function enter(
  services: LoginServices,
  app: AppDefinition,
  member: MemberRow,
  { password, device }: Proof,
): Promise<Pick<LoggedIn, 'member' | 'plans' | 'tokens' | 'device'> | null> {
  const newHash = await hashAnew(services, member, password)
  return services.store.transaction(async (repositories) => {
    // A reset that came in between ends every session of the old password: it must not miss this one.
    if (!(await keepsPassword(repositories, member, newHash))) return null
    const finished = await finishLogin(repositories, services, app, member, { claim: device })
    return { member, plans: await readMemberPlans(repositories, member.id), ...finished }
  })
}

/** Two logins at once: the first one gave a member who was brought along another hash, of the same password. */
async function enterAnew(services: LoginServices, app: AppDefinition, { id, passwordHash }: MemberRow, proof: Proof) {
  const { password } = proof
  if (passwordHash === null || !services.hasher.isReplaceable(passwordHash, password)) return null
  const member = await services.store.members.findById(id)
  const matches = await services.hasher.verify(member?.passwordHash ?? null, password)
  return member && matches ? enter(services, app, member, proof) : null
}

/**
 * The answer for a member without a password names the method they have: a provider that they can still use, else a code
 * by email. It reveals that there is an account (design section 8), so one IP address gets it a few times only.
 */
async function refusal(services: LoginServices, { member, request, deviceId }: SignInAttempt): Promise<ApiError> {
  const { app, mode, address } = request
  if (member?.passwordHash !== null) return new ApiError('invalid-credentials')
  const mayReveal = deviceId !== null || (await tryTake(services.rateLimiter, 'revealedMethodsPerAddress', address))
  if (!mayReveal) return new ApiError('invalid-credentials')
  const offered = new Set(offeredProviders(services, app, mode).map(({ provider }) => provider))
  const provider = member.providers.find((key) => offered.has(key))
  return provider === undefined ? new ApiError('no-password-set') : new ApiError('use-social-login', { provider })
}
