import { createHmac } from 'node:crypto'
import type { ReadProfile } from './read-profile'

/** Graph sends what is asked for by name. Somebody who signed up by telephone has no address, and anybody may keep theirs. */
export const readFacebookProfile: ReadProfile = async ({ ask, url, accessToken, clientSecret }) => {
  const address = new URL(url)
  address.searchParams.set('fields', 'id,first_name,last_name,email')
  // Shows that we hold the secret; apps with "Require App Secret" are answered in no other way.
  address.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(accessToken).digest('hex'))
  const { id, email, first_name: firstName, last_name: lastName } = await ask(address)
  return { subject: id, email, emailVerified: false, firstName, lastName }
}
