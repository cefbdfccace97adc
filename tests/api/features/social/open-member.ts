import type { AppDefinition } from '../../../../api/features/apps/definition'
import type { TestApiOptions } from '../../../support/start-api'
import { openSocial } from './open-social'

export const email = 'ann@example.com'
export const password = 'correct horse'

/** A member with a password, connected with these providers. */
export async function openMember(
  providers: readonly string[] = [],
  changes: Partial<AppDefinition> = {},
  options: TestApiOptions = {},
) {
  const social = await openSocial(changes, options)
  const { tokens, member } = (await social.call('signup', { email, password })).data
  const how = { token: tokens.accessToken }
  for (const provider of providers) {
    await social.connectAs(how.token, { provider })
    // Makes the order of connecting visible.
    social.clock.advance(1)
  }
  return { social, how, id: member.id }
}
