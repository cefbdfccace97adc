import { createHash } from 'node:crypto'
import { ApiError } from '../../lib/errors'
import { trustsProviderEmail } from '../../domain/social/trusts-provider-email'
import { TEST_CONSENT_PATH } from '../../domain/social/test-consent-path'
import type { TestConsentRow } from '../../ports/provider-store'
import type { Services } from '../../ports/services'
import type { AuthorizationAnswer, SocialProvider } from '../../ports/social-providers'

export type TestConsentParts = Pick<Services, 'secrets' | 'clock' | 'urls'> & {
  store: Pick<Services['store'], 'testConsents'>
}

/**
 * Stands in for a provider that is not set up, in Test Mode alone: our own page asks who one wants to be. It keeps to the
 * protocol: a code works once, with the verifier, nonce and redirect address that it was asked for with.
 */
export function testConsentProvider(key: string, { store, secrets, clock, urls }: TestConsentParts): SocialProvider {
  return {
    key,

    async authorize({ state, verifier, nonce, redirectUri }) {
      const url = new URL(TEST_CONSENT_PATH, urls.api)
      const asked = { state, nonce, redirect_uri: redirectUri, code_challenge: challengeOf(verifier) }
      url.search = new URLSearchParams(asked).toString()
      return url
    },

    async identify(answer) {
      const { parameters } = answer
      if (parameters.get('error') === 'access_denied') throw new ApiError('provider-cancelled')
      const consent = await store.testConsents.consume(secrets.digest(parameters.get('code') ?? ''), clock.now())
      if (!consent || consent.provider !== key || !isFor(consent, answer)) throw new ApiError('account-connect-failed')
      const { email, emailVerified } = consent
      // The same address is the same account, every time.
      const subject = secrets.digest(email)
      return {
        subject,
        email,
        emailVerified: emailVerified && trustsProviderEmail(key),
        firstName: null,
        lastName: null,
      }
    },
  }
}

const isFor = (
  { challenge, redirectUri, nonce }: TestConsentRow,
  answer: Pick<AuthorizationAnswer, 'verifier' | 'redirectUri' | 'nonce'>,
): boolean => challenge === challengeOf(answer.verifier) && redirectUri === answer.redirectUri && nonce === answer.nonce

/** PKCE, method S256. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
