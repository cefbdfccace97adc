import type { Services } from '../../ports/services'
import type { TestConsentRow } from '../../ports/provider-store'

/** The browser comes back with it at once. */
const CODE_LIFETIME_MS = 60_000

/** A code that stands for what was typed, for whoever can show the verifier that belongs to the challenge. */
export async function giveCode(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  consent: Omit<TestConsentRow, 'codeDigest' | 'expiresAt'>,
): Promise<string> {
  const code = secrets.sessionToken()
  const expiresAt = clock.now() + CODE_LIFETIME_MS
  await store.testConsents.insert({ ...consent, codeDigest: secrets.digest(code), expiresAt })
  return code
}
