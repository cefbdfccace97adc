import type { Context } from 'hono'
import { PASSKEY_CHALLENGE_LIFETIME_MINUTES } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import type { Answer, Input } from '../../../contract/schemas'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { finishLogin, requireLogin } from '../accounts/finish-login'
import { relatedOrigins } from '../apps/relying-party'
import { listApps } from '../apps/repository'
import { signInPolicy } from '../apps/sign-in-policy'
import type { Handlers, RequestContext } from '../members/context'
import { lockMemberById } from '../members/repository'
import { readMemberPlans } from '../plans/repository'
import { toMemberAuth } from '../plans/serializers'
import { checkAssertion, issueChallenge, recordUse, requireRelyingParty, scopeOf } from './ceremony'
import type { Ceremony, Page } from './ceremony'
import { addPasskey, getPasskeyOptions, getPasskeys, removePasskey, renamePasskey } from './manage'

export const passkeyHandlers = {
  getPasskeyLoginOptions,
  passkeyLogin,
  getPasskeyOptions,
  addPasskey,
  getPasskeys,
  renamePasskey,
  removePasskey,
} satisfies Partial<Handlers>

export const RELATED_ORIGINS_PATH = '/.well-known/webauthn'

const CACHE_SECONDS = 300

/** For the app whose `passkeys.rpId` is this API's host: the other domains that may use its passkeys. One app per host. */
export const serveRelatedOrigins =
  ({ store, urls }: Pick<Services, 'store' | 'urls'>) =>
  async (context: Context): Promise<Response> => {
    const host = parseUrl(urls.api)?.hostname
    const app = (await listApps(store)).find((one) => signInPolicy(one).passkeys.rpId === host)
    if (!app || host === undefined) throw new ApiError('not-found')
    context.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
    return context.json({ origins: await relatedOrigins(app, host) })
  }

/** Any member: the browser shows the passkeys that it has for this domain. */
const anyone: Ceremony = { purpose: 'login', memberId: null }

/**
 * A challenge for this page. It writes nothing and names no member, so it reveals nothing.
 * @throws ApiError `login-method-disabled`, `too-many-requests`
 */
async function getPasskeyLoginOptions(
  services: Pick<Services, 'store' | 'clock' | 'rateLimiter'>,
  request: RequestContext,
): Promise<Answer<'getPasskeyLoginOptions'>> {
  await services.rateLimiter.take('passkeyChallengesPerAddress', request.ipAddress)
  return { data: await requestPasskey(services, request, anyone) }
}

/** The options for `navigator.credentials.get`. @throws ApiError `login-method-disabled` */
export async function requestPasskey(services: Pick<Services, 'store' | 'clock'>, page: Page, ceremony: Ceremony) {
  const party = await requireRelyingParty(page)
  return {
    challenge: await issueChallenge(services, scopeOf(page, party, ceremony)),
    rpId: party.rpId,
    timeout: PASSKEY_CHALLENGE_LIFETIME_MINUTES * 60_000,
    userVerification: 'required' as const,
  }
}

/**
 * Possession and a fingerprint, face or PIN: these are two factors, so no second step follows.
 * @throws ApiError `passkey-not-found`, `passkey-refused`, `login-method-disabled`, `account-suspended`, `too-many-requests`
 */
async function passkeyLogin(
  services: Pick<Services, 'store' | 'clock' | 'secrets' | 'rateLimiter' | 'securityLog' | 'urls' | 'mailWaiting'>,
  request: RequestContext,
  { credential, device, options }: Input<'passkeyLogin'>,
): Promise<Answer<'passkeyLogin'>> {
  const { store, rateLimiter } = services
  const { app, ipAddress } = request
  await rateLimiter.take('passkeyLoginsPerAddress', ipAddress)
  const checked = await checkAssertion(services, request, credential, anyone)
  const includeContentGroups = options?.includeContentGroups
  const { end, ...found } = await store.transaction(async (tx) => {
    const member = await lockMemberById(tx, checked.passkey.memberId)
    if (!member) throw new ApiError('passkey-not-found')
    await recordUse(tx, services, checked)
    const details = { event: 'afterLogin', includeContentGroups } as const
    const proof = { method: 'passkey', claim: device, request, details } as const
    const finished = await finishLogin(tx, services, { app, member }, proof)
    return { member, end: finished, plans: await readMemberPlans(tx, member.id) }
  })
  const login = requireLogin(services, end)
  return { data: toMemberAuth({ app, ...found, ...login, event: 'afterLogin', includeContentGroups }) }
}
