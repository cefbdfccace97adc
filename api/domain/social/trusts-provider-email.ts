import type { SocialProviderKey } from '../../../contract/providers'

interface EmailTrust {
  /** Whether an email that this provider calls verified logs in to the account here that has it. */
  isProven: boolean
  /** What the provider's documentation says about it. */
  reason: string
  documentation: string
}

/**
 * An allow list with a row for every provider: one that is new has to be looked up before the code compiles. A wrong `true`
 * lets a stranger take accounts over.
 */
const emailTrust: Record<SocialProviderKey, EmailTrust> = {
  google: {
    isProven: true,
    reason: 'email_verified is true if the user’s email address has been verified',
    documentation: 'https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload',
  },
  linkedin: {
    isProven: true,
    reason: 'email_verified says whether the primary email address was verified',
    documentation:
      'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2#response-body-schema',
  },
  github: {
    isProven: true,
    reason: 'each entry of the list of email addresses says whether it is verified',
    documentation: 'https://docs.github.com/en/rest/users/emails',
  },
  facebook: {
    isProven: false,
    reason: 'no field says whether the email address was verified',
    documentation: 'https://developers.facebook.com/docs/graph-api/reference/user/',
  },
  spotify: {
    isProven: false,
    reason: 'the email address is unverified: there is no proof that it belongs to the user',
    documentation: 'https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile',
  },
  dribbble: {
    isProven: false,
    reason: 'version 2 of the API returns no email address',
    documentation: 'https://developer.dribbble.com/v2/user/',
  },
}

const isListed = (key: string): key is SocialProviderKey => Object.hasOwn(emailTrust, key)

/**
 * Whether `email_verified` of a provider counts for an account here.
 * @param key of a provider in `socialProviders`, or of an OpenID Connect issuer that the owner configured: who sets one up
 *   (OIDC_PROVIDERS) vouches for it
 */
export const trustsProviderEmail = (key: string): boolean => !isListed(key) || emailTrust[key].isProven
