import { expect, test } from 'vitest'
import { moveEmail } from '../../../support/move-email'
import { openApiWithPages } from '../../../support/open-hosted-page'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const newEmail = 'mallory@example.com'

const written = {
  customFields: { 'first-name': 'Ann', 'internal-note': 'old' },
  metaData: { a: 1 },
  json: { b: [2] },
}

/** A stranger with a session of Ann, who had verified her email, changes it to theirs. */
async function openAfterChange() {
  const api = await openApiWithPages()
  const { data } = await api.call('signup', ann)
  const token = data.tokens.accessToken
  const id = data.member.id
  await api.store.members.update(id, { verified: true, ...written })
  await api.call('updateMemberAuth', { oldPassword: ann.password, newPassword: 'mine now!' }, { token })
  await moveEmail(api, newEmail, { token })
  return { api, id, token, link: await api.linkTo(ann.email) }
}

/** Verifies the account's email by mail. @returns a session of the mailbox's owner */
async function prove(
  api: Awaited<ReturnType<typeof openApiWithPages>>,
  proof: 'reset' | 'code',
  email = newEmail,
): Promise<string> {
  if (proof === 'reset') {
    await api.call('sendResetPasswordEmail', { email })
    await api.submit(await api.linkTo(email), { newPassword: 'still mine' })
    return (await api.call('login', { email, password: 'still mine' })).data.tokens.accessToken
  }
  await api.call('sendPasswordlessLoginEmail', { email })
  const passwordlessToken = /^(\d{6})$/mu.exec((await api.mailTo(email))?.text ?? '')?.[1] ?? 'no code'
  return (await api.call('passwordlessLogin', { email, passwordlessToken })).data.tokens.accessToken
}

test('opening the link changes nothing, however often', async () => {
  const { api, link } = await openAfterChange()
  const before = api.dumpDatabase()
  for (let time = 0; time < 3; time += 1) {
    const { status, html } = await api.open(link)
    expect(status).toBe(200)
    expect(html).toContain(ann.email)
    expect(html).toContain('This was not me')
    expect(html).not.toContain(newEmail)
  }
  expect(api.dumpDatabase()).toEqual(before)
})

test('"This was not me" gives the address back and ends password and sessions; a reset gives the account back', async () => {
  const { api, id, token, link } = await openAfterChange()
  const { status, html } = await api.submit(link, {})
  expect([status, html]).toEqual([200, expect.stringContaining('The account is yours again')])
  expect(await api.store.members.findById(id)).toMatchObject({ email: ann.email, verified: true, passwordHash: null })
  expect((await api.call('getMember', {}, { token })).data).toBeNull()
  expect((await api.call('login', { email: newEmail, password: 'mine now!' })).status).toBe(401)

  await api.call('sendResetPasswordEmail', { email: ann.email })
  await api.submit(await api.linkTo(ann.email), { newPassword: 'my own horse' })
  expect((await api.call('login', { email: ann.email, password: 'my own horse' })).data.member.id).toBe(id)
})

test('the link works once', async () => {
  const { api, link } = await openAfterChange()
  await api.submit(link, {})
  expect((await api.submit(link, {})).status).toBe(410)
})

test('the link outlives a second and a third change, and the codes that they brought', async () => {
  const { api, id, token, link } = await openAfterChange()
  await api.store.members.update(id, { verified: true })
  await moveEmail(api, 'third@example.com', { token })
  const second = await api.linkTo(newEmail)
  await moveEmail(api, ann.email, { token })
  await moveEmail(api, 'fourth@example.com', { token })
  await api.call('sendResetPasswordEmail', { email: 'fourth@example.com' })
  const reset = await api.linkTo('fourth@example.com')

  expect((await api.submit(link, {})).status).toBe(200)
  expect((await api.store.members.findById(id))?.email).toBe(ann.email)
  expect((await api.submit(second, {})).status).toBe(410)
  expect((await api.open(reset)).status).toBe(410)
})

test.for(['reset', 'code'] as const)(
  'a thief who proves the new address by a %s does not keep the account, nor does its owner get what was written after',
  async (proof) => {
    const { api, id, token, link } = await openAfterChange()
    const thief = await prove(api, proof)
    const after = { customFields: { 'first-name': 'Mal', 'internal-note': 'new' }, metaData: { x: 1 }, json: {} }
    await api.store.members.update(id, { ...after, profileImage: 'http://localhost:4001/files/x.webp' })
    await moveEmail(api, 'third@example.com', { token: thief })
    await prove(api, 'reset', 'third@example.com')
    expect(await api.store.members.findById(id)).toMatchObject({ ...after, email: 'third@example.com', verified: true })

    expect((await api.submit(link, {})).status).toBe(200)
    expect(await api.store.members.findById(id)).toMatchObject({
      ...written,
      customFields: { 'first-name': 'Ann', 'internal-note': 'new' },
      email: ann.email,
      verified: true,
      passwordHash: null,
      profileImage: null,
    })
    expect((await api.mailTo('third@example.com'))?.subject).toContain('was changed')
    for (const old of [token, thief]) expect((await api.call('getMember', {}, { token: old })).data).toBeNull()
    expect((await api.submit(link, {})).status).toBe(410)
  },
)

test('no other member can take the old address while the link works, and the member can return to it', async () => {
  const { api, token } = await openAfterChange()
  expect((await api.call('signup', ann)).body.code).toBe('email-already-in-use')
  const asked = await api.call('sendPasswordlessSignupEmail', { email: ann.email })
  expect(asked.body.code).toBe('email-already-in-use')
  const bob = (await api.call('signup', { ...ann, email: 'bob@example.com' })).data.tokens.accessToken
  const taken = await api.call('updateMemberAuth', { email: ann.email }, { token: bob })
  expect(taken.body.code).toBe('email-already-in-use')
  await moveEmail(api, ann.email, { token })
  expect((await api.call('getMember', {}, { token })).data?.auth.email).toBe(ann.email)
})

test('after 72 hours the link is too old and the address is free', async () => {
  const { api, link } = await openAfterChange()
  api.clock.advance(72 * 3_600_000)
  expect((await api.open(link)).status).toBe(410)
  expect((await api.submit(link, {})).status).toBe(410)
  expect((await api.call('signup', ann)).status).toBe(200)
})

test.for(['/account/email-changed', '/account/email-changed?token=wrong'])(
  '%s says that it does not work',
  async (path) => {
    const { api } = await openAfterChange()
    expect((await api.open(path)).status).toBe(410)
    expect((await api.submit(path, {})).status).toBe(410)
  },
)
