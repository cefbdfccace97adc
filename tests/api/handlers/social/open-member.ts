import type { AppDefinition } from '../../../../api/features/apps/definition'
import type { TestApiOptions } from '../../../support/start-api'
import { openSocial } from '../../domain/social/open-social'

export const email = 'ann@example.com'
export const password = 'correct horse'

/** A member who came by password, and is connected with these. */
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
    // The order in which they were connected shows.
    social.clock.advance(1)
  }
  return { social, how, id: member.id }
}
