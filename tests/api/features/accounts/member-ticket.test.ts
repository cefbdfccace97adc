import { expect, test } from 'vitest'
import { codeIn, openTestServices, tokenIn } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const refused = { code: 'invalid-member-ticket', status: 400 }

async function openWithTicket(changes: Parameters<typeof openTestServices>[0] = {}) {
  const services = await openTestServices(changes)
  const { data } = await services.call('signup', ann)
  const context = await services.as(data.tokens.accessToken)
  const { ticket, expires } = (await services.call('createMemberTicket', {}, context)).data
  return { services, context, ticket, expires, id: data.member.id, session: data.tokens.accessToken }
}

test('a ticket logs the member in, in a session of its own, as a login would', async () => {
  const { services, ticket, session, id } = await openWithTicket({ redirects: { afterLogin: '/app' } })
  const { data } = await services.call('exchangeMemberTicket', { ticket })
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(id)
  expect(data.tokens.accessToken).not.toBe(session)
  expect(data).toMatchObject({ redirect: '/app', member: { id, auth: { email: ann.email } } })
  expect((await services.as(session)).member?.id).toBe(id)
})

test('it has 32 random bytes, is stored as a digest, and works once', async () => {
  const { services, ticket, context } = await openWithTicket()
  expect(Buffer.from(ticket, 'base64url')).toHaveLength(32)
  const other = await services.call('createMemberTicket', {}, context)
  expect(other.data.ticket).not.toBe(ticket)
  const digest = services.secrets.digest(ticket)
  await expect(services.call('exchangeMemberTicket', { ticket: digest })).rejects.toMatchObject(refused)
  await services.call('exchangeMemberTicket', { ticket })
  await expect(services.call('exchangeMemberTicket', { ticket })).rejects.toMatchObject(refused)
  await services.call('exchangeMemberTicket', { ticket: other.data.ticket })
})

test('of 50 exchanges at once exactly one wins', async () => {
  const { services, ticket } = await openWithTicket()
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, () => services.call('exchangeMemberTicket', { ticket })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const attempt of tries) if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject(refused)
})

test('it works for 60 seconds', async () => {
  const { services, ticket, expires } = await openWithTicket()
  expect(expires).toBe(services.clock.now() + 60_000)
  services.wait(60_000)
  await expect(services.call('exchangeMemberTicket', { ticket })).rejects.toMatchObject(refused)
  const again = await openWithTicket()
  again.services.wait(59_999)
  await again.services.call('exchangeMemberTicket', { ticket: again.ticket })
})

test('it belongs to its app and mode, and a try elsewhere does not use it up', async () => {
  const { services, ticket } = await openWithTicket()
  await expect(services.call('exchangeMemberTicket', { ticket }, { mode: 'live' })).rejects.toMatchObject(refused)
  const other = await services.store.apps.findById('app_trusttag')
  await expect(services.call('exchangeMemberTicket', { ticket }, { app: other! })).rejects.toMatchObject(refused)
  await services.call('exchangeMemberTicket', { ticket })
})

test('a session token is not a ticket, and a ticket not a session token', async () => {
  const { services, ticket, session } = await openWithTicket()
  await expect(services.call('exchangeMemberTicket', { ticket: session })).rejects.toMatchObject(refused)
  expect((await services.as(ticket)).member).toBeNull()
})

const endings: Record<string, (services: TestServices, session: string, id: string) => Promise<unknown>> = {
  'the session that made it logs out': async (services, session) =>
    services.call('logout', {}, await services.as(session)),
  'the session that made it changes the password': async (services, session) =>
    services.call(
      'updateMemberAuth',
      { oldPassword: ann.password, newPassword: 'another one' },
      await services.as(session),
    ),
  'another session changes the password': async (services) => {
    const { data } = await services.call('login', ann)
    const context = await services.as(data.tokens.accessToken)
    return services.call('updateMemberAuth', { oldPassword: ann.password, newPassword: 'another one' }, context)
  },
  'the password is reset': async (services) => {
    await services.call('sendResetPasswordEmail', { email: ann.email })
    const token = tokenIn((await services.mails()).at(-1))
    return services.call('resetPassword', { token, newPassword: 'another one' })
  },
  'a mailed code proves an address that nobody had proven': async (services) => {
    await services.call('sendPasswordlessLoginEmail', { email: ann.email })
    const passwordlessToken = codeIn((await services.mails()).at(-1))
    return services.call('passwordlessLogin', { email: ann.email, passwordlessToken })
  },
  'every session is ended': (services, _session, id) => services.store.sessions.deleteByMember(id),
  'the member is deleted': async (services, session) => services.call('deleteMember', {}, await services.as(session)),
}

test.for(Object.keys(endings))('it is worth nothing once %s', async (ending) => {
  const { services, ticket, session, id } = await openWithTicket()
  await endings[ending]!(services, session, id)
  await expect(services.call('exchangeMemberTicket', { ticket })).rejects.toMatchObject(refused)
})

test('another session that logs out does not touch it', async () => {
  const { services, ticket } = await openWithTicket()
  const { data } = await services.call('login', ann)
  await services.call('logout', {}, await services.as(data.tokens.accessToken))
  await services.call('exchangeMemberTicket', { ticket })
})

test('an expired session is not transferred', async () => {
  const { services, ticket } = await openWithTicket({ sessionLifetimeDays: 30 / 86_400 })
  services.wait(30_000)
  await expect(services.call('exchangeMemberTicket', { ticket })).rejects.toMatchObject(refused)
})

test('no ticket for a session that ended while it was asked for', async () => {
  const { services, context, session } = await openWithTicket()
  await services.call('logout', {}, await services.as(session))
  await expect(services.call('createMemberTicket', {}, context)).rejects.toMatchObject({ code: 'client/invalid-token' })
})

test('60 tickets in 15 minutes, and exchanges use the login limit of the IP address', async () => {
  const { services, context } = await openWithTicket()
  for (let count = 1; count < 60; count += 1) await services.call('createMemberTicket', {}, context)
  const limited = { code: 'too-many-requests' }
  await expect(services.call('createMemberTicket', {}, context)).rejects.toMatchObject(limited)

  const address = '198.51.100.7'
  for (let count = 0; count < 60; count += 1) {
    await expect(services.call('exchangeMemberTicket', { ticket: 'x' }, { ipAddress: address })).rejects.toMatchObject(
      refused,
    )
  }
  await expect(services.call('exchangeMemberTicket', { ticket: 'x' }, { ipAddress: address })).rejects.toMatchObject(
    limited,
  )
  await expect(services.call('login', ann, { ipAddress: address })).rejects.toMatchObject(limited)
})
