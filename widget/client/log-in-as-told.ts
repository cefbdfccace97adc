import { isRecord } from '../lib/is-record'
import type { Answered, MemberAuth, MembershipClient, ProviderParams } from '../public'
import { $app } from '../stores/app'

/**
 * A login by password that was refused because the account has none (`use-social-login`) goes on with the provider that
 * the refusal names. So long after the click a browser may block the window: then the refusal is thrown again, for its
 * caller to say which button to press.
 */
export async function logInAsTold(
  client: MembershipClient,
  refusal: unknown,
  params: Omit<ProviderParams, 'provider'> = {},
): Promise<Answered<MemberAuth>> {
  const provider = toldProvider(refusal)
  if (provider === null) throw refusal
  try {
    return await client.loginWithProvider({ ...params, provider })
  } catch (error) {
    throw isRecord(error) && error['code'] === 'popup-blocked' ? refusal : error
  }
}

/** The key of the provider that a refused login names; null for any other failure. */
export function toldProvider(refusal: unknown): string | null {
  const { code, provider } = isRecord(refusal) ? refusal : {}
  return code === 'use-social-login' && typeof provider === 'string' ? provider : null
}

/** As people know it. */
export const providerName = (key: string): string =>
  $app.get()?.authProviders.find(({ provider }) => provider === key)?.name ?? key
