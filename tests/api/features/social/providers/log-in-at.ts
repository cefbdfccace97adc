import { expect } from 'vitest'
import type { SocialProviderKey } from '../../../../../contract/providers'
import { createOAuthProvider } from '../../../../../api/features/social/choose-providers'
import { ApiError } from '../../../../../api/lib/errors'
import type {
  AuthorizationAnswer,
  ProviderIdentity,
  SocialProvider,
} from '../../../../../api/features/apps/social-providers'
import { CLIENT, REDIRECT_URI } from './fake-providers/serve-fake-provider'
import type { FakeProvider } from './fake-providers/fake-provider'

/** Known only to the caller who sent the person. */
export const OURS = {
  state: 'state-of-this-way',
  verifier: 'verifier-of-this-way-'.padEnd(43, 'v'),
  nonce: 'nonce-of-this-way',
  redirectUri: REDIRECT_URI,
}

/** Our adapter, connected to the fake provider. */
export function providerAt(key: SocialProviderKey, { url, paths }: FakeProvider, client = CLIENT, timeoutMs?: number) {
  const urls = { authorize: url + paths.authorize, token: url + paths.token, userinfo: url + paths.userinfo }
  return createOAuthProvider({ key, client: { ...client, urls }, ...(timeoutMs !== undefined && { timeoutMs }) })
}

/** Sends a person there like a browser, and returns the callback's parameters. */
export async function visit(provider: SocialProvider): Promise<AuthorizationAnswer> {
  const address = await provider.authorize({ ...OURS, appName: 'Demo' })
  const response = await fetch(address, { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? `about:${await response.text()}`)
  expect(back.href.split('?')[0]).toBe(REDIRECT_URI)
  expect(back.searchParams.get('state')).toBe(OURS.state)
  return { ...OURS, parameters: back.searchParams }
}

export const logInAt = async (provider: SocialProvider): Promise<ProviderIdentity> =>
  provider.identify(await visit(provider))

/** The error: its code for the person, and its sentence for the log. */
export async function refusalBy(work: Promise<unknown>): Promise<{ code: string; log: string }> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof ApiError)) throw new Error('No ApiError was thrown.', { cause: thrown })
  const { cause } = thrown
  expect(cause instanceof Error && cause.cause).toBeUndefined()
  return { code: thrown.code, log: cause instanceof Error ? cause.message : '' }
}
