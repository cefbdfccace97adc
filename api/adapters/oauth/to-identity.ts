import * as v from 'valibot'
import { email as emailSchema } from '../../../contract/schemas/fields'
import type { ProviderIdentity } from '../../ports/social-providers'
import { providerError } from './provider-error'

/** What a provider claims, as it came. */
export type ClaimedIdentity = Record<Exclude<keyof ProviderIdentity, 'emailVerified'>, unknown> & {
  emailVerified: boolean
}

/** OpenID Connect allows 255; nobody needs more for a name either. */
const MAX_CHARS = 255

/**
 * What of a provider's claims can be used.
 * @throws ApiError `account-connect-failed` without a subject: nobody would be told from anybody else
 */
export function toIdentity(provider: string, claimed: ClaimedIdentity): ProviderIdentity {
  const subject = readSubject(claimed.subject)
  if (subject === null) throw providerError('account-connect-failed', provider, 'named no account')
  const email = v.safeParse(emailSchema, claimed.email)
  return {
    subject,
    email: email.success ? email.output : null,
    emailVerified: email.success && claimed.emailVerified,
    firstName: readName(claimed.firstName),
    lastName: readName(claimed.lastName),
  }
}

/** A number that a double cannot tell from its neighbour could be somebody else's. */
function readSubject(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null
  return typeof value === 'string' && /^[^\p{Cc}\p{Cs}]+$/u.test(value) && value.length <= MAX_CHARS ? value : null
}

/** Without what has no place in a name: control characters, halves of characters, and what turns the text around it. */
function readName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const clean = value.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ').trim()
  // The cut may halve a character.
  return clean.slice(0, MAX_CHARS).replace(/\p{Cs}$/u, '') || null
}
