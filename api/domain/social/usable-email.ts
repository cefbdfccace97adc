import * as v from 'valibot'
import { email } from '../../../contract/schemas/fields'
import type { ProviderIdentity } from '../../ports/social-providers'

/** An address that no form would take is none, and nothing is proven where there is none. */
export function withUsableEmail(identity: ProviderIdentity): ProviderIdentity {
  const read = v.safeParse(email, identity.email)
  return read.success ? { ...identity, email: read.output } : { ...identity, email: null, emailVerified: false }
}
