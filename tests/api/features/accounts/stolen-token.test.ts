import { expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { addPasskey, openWithAnn } from '../passkeys/passkey-tools'

/** Someone has the token of a session whose member proved themselves eleven minutes ago. */
async function openStolen(changes: Partial<AppDefinition> = {}) {
  const opened = await openWithAnn({ allowMemberSelfDelete: true, ...changes })
  const passkey = await addPasskey(opened.services, opened.member, opened.authenticator)
  const [session] = (await opened.services.call('getMemberSessions', {}, opened.member.how)).data
  opened.services.wait(11 * 60_000)
  return { ...opened, passkeyId: passkey.id, sessionId: session!.id, how: opened.member.how }
}

type Stolen = Awaited<ReturnType<typeof openStolen>>

const acts = {
  'set the first password': async ({ services, member }: Stolen) => {
    await services.store.members.update(member.id, { passwordHash: null })
    const how = { ...member.how, member: await services.store.members.findById(member.id) }
    return services.call('setPassword', { password: 'mallory was here' }, how)
  },
  'connect a provider': ({ services, how }: Stolen) => services.call('createConnectTicket', {}, how),
  'disconnect a provider': ({ services, how }: Stolen) =>
    services.call('disconnectProvider', { provider: 'google' }, how),
  'delete the account': ({ services, how }: Stolen) => services.call('deleteMember', { device: null }, how),
  'add a passkey': ({ services, how }: Stolen) => services.call('getPasskeyOptions', {}, how),
  'remove a passkey': ({ services, how, passkeyId }: Stolen) => services.call('removePasskey', { passkeyId }, how),
  'set up an app': ({ services, how }: Stolen) => services.call('startTotp', {}, how),
  'confirm an app': ({ services, how }: Stolen) => services.call('confirmTotp', { code: '000000' }, how),
  'turn the second step off': ({ services, how }: Stolen) => services.call('removeTotp', {}, how),
  'get recovery codes': ({ services, how }: Stolen) => services.call('createRecoveryCodes', {}, how),
  'end a session': ({ services, how, sessionId }: Stolen) => services.call('endMemberSession', { id: sessionId }, how),
  'end the other sessions': ({ services, how }: Stolen) => services.call('endOtherMemberSessions', {}, how),
}

test.for(Object.entries(acts))('a stolen token does not %s', async ([, act]) => {
  const stolen = await openStolen()
  await expect(act(stolen)).rejects.toMatchObject({
    code: 'reauthentication-required',
    status: 403,
    methods: expect.arrayContaining(['passkey']),
  })
})

test('an older client deletes the account as before, and the mailbox hears of it', async () => {
  const { services, member } = await openStolen()
  await services.call('deleteMember', {}, member.how)
  expect(await services.store.members.findById(member.id)).toBeNull()
  expect((await services.mails()).at(-1)).toMatchObject({
    to: 'ann@example.com',
    subject: 'Your Demo account was deleted',
  })
})

test('an app can refuse that', async () => {
  const { services, member } = await openStolen({
    signIn: { preset: 'compatible', stepUp: { olderClients: 'refuse' } },
  })
  await expect(services.call('deleteMember', {}, member.how)).rejects.toMatchObject({
    code: 'reauthentication-required',
  })
  expect(await services.store.members.findById(member.id)).not.toBeNull()
})

test('with a fresh proof a deletion by our client needs no mail', async () => {
  const { services, member } = await openWithAnn({ allowMemberSelfDelete: true })
  await services.call('deleteMember', { device: null }, member.how)
  expect(await services.mails()).toEqual([])
})
