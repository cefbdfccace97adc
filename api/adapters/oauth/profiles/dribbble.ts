import { splitName } from './split-name'
import type { ReadProfile } from './read-profile'

/** Version 2 of its API names no address. */
export const readDribbbleProfile: ReadProfile = async ({ ask, url }) => {
  const { id, name } = await ask(url)
  return { subject: id, email: null, emailVerified: false, ...splitName(name) }
}
