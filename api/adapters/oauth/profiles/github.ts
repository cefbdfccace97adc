import { splitName } from './split-name'
import type { ReadProfile } from './read-profile'

/**
 * The profile shows an address only where it is public, and does not say whether it is verified: the list of addresses
 * does both. A GitHub App without the permission for it is refused the list; then there is no address.
 */
export const readGithubProfile: ReadProfile = async ({ ask, askForMore, url }) => {
  const { id, name } = await ask(url)
  const list = await askForMore(`${url.replace(/\/$/u, '')}/emails`)
  const primary = Array.isArray(list) ? list.filter(isEntry).find((entry) => entry['primary'] === true) : undefined
  return {
    subject: id,
    email: primary?.['email'],
    emailVerified: primary?.['verified'] === true,
    ...splitName(name),
  }
}

const isEntry = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
