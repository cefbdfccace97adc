import type { AppDefinition } from '../../../../api/features/apps/definition'
import type { RequestContext } from '../../../../api/features/members/context'
import { openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import { softAuthenticator } from '../../../support/soft-authenticator'
import type { Lies } from '../../../support/soft-authenticator'

export const ORIGIN = 'http://localhost:4002'
export const ann = { email: 'ann@example.com', password: 'correct horse' }

export interface Person {
  id: string
  how: Partial<RequestContext>
}

/** A verified member who has just logged in. */
export async function join(
  services: TestServices,
  email = ann.email,
  context: Partial<RequestContext> = {},
): Promise<Person> {
  const { data } = await services.call('signup', { ...ann, email }, context)
  await services.store.members.update(data.member.id, { verified: true })
  return { id: data.member.id, how: { ...context, ...(await services.as(data.tokens.accessToken)) } }
}

export async function openWithAnn(changes: Partial<AppDefinition> = {}) {
  const services = await openTestServices(changes)
  return { services, member: await join(services), authenticator: softAuthenticator() }
}

type Authenticator = ReturnType<typeof softAuthenticator>

export async function addPasskey(
  services: TestServices,
  { how }: Person,
  authenticator: Authenticator,
  lies: Lies = {},
) {
  const { data } = await services.call('getPasskeyOptions', {}, how)
  const credential = authenticator.create(data, how.origin ?? ORIGIN, lies)
  return (await services.call('addPasskey', { credential }, how)).data
}

export async function logIn(
  services: TestServices,
  authenticator: Authenticator,
  lies: Lies = {},
  context: Partial<RequestContext> = {},
) {
  const { data } = await services.call('getPasskeyLoginOptions', {}, context)
  const credential = authenticator.get(data, context.origin ?? ORIGIN, lies)
  return services.call('passkeyLogin', { credential }, context)
}
