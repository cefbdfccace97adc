import { expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { codeIn, openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const refused = { code: 'invalid-passwordless-login-code', status: 400 }

async function openWithCode(changes: Partial<AppDefinition> = {}) {
  const services = await openTestServices(changes)
  const { data } = await services.call('signup', ann)
  await services.store.members.update(data.member.id, { verified: true })
  await services.mails()
  return { services, id: data.member.id, token: data.tokens.accessToken, ...(await ask(services)) }
}

async function ask(services: TestServices, email = ann.email) {
  await services.call('sendPasswordlessLoginEmail', { email })
  services.wait(1)
  const code = codeIn((await services.mails()).at(-1))
  return { code, wrong: code === '000000' ? '000001' : '000000' }
}

const enter = (services: TestServices, passwordlessToken: string, email = ann.email) =>
  services.call('passwordlessLogin', { email, passwordlessToken })

test('the mailed code logs in, and a verified member keeps password and sessions', async () => {
  const { services, id, token, code } = await openWithCode({ redirects: { afterLogin: '/in' } })
  const { data } = await services.call('passwordlessLogin', {
    email: 'ANN@example.com',
    passwordlessToken: ` ${code.slice(0, 3)}-${code.slice(3)} `,
    options: { includeContentGroups: true },
  })
  expect(data).toMatchObject({ member: { id, verified: true, auth: { hasPassword: true } }, redirect: '/in' })
  expect(data.contentGroups).toHaveLength(3)
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(id)
  expect((await services.as(token)).member?.id).toBe(id)
  await services.call('login', ann)
})

test('the first proof of an address ends the password and the sessions from before, and keeps the profile', async () => {
  const { services, id, token, code } = await openWithCode()
  await services.store.members.update(id, { verified: false, customFields: { 'first-name': 'Ann' } })
  await services.call('sendResetPasswordEmail', { email: ann.email })
  const { data } = await enter(services, code)
  expect(data.member).toMatchObject({ verified: true, auth: { hasPassword: false } })
  expect(data.member.customFields).toEqual({ 'first-name': 'Ann' })
  expect((await services.as(token)).member).toBeNull()
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(id)
  expect(await services.store.codes.findOpen(id, 'reset-password', services.clock.now())).toBeNull()
  await expect(services.call('login', ann)).rejects.toMatchObject({ code: 'no-password-set' })
})

test('a code works once, also with two concurrent requests', async () => {
  const { services, code } = await openWithCode()
  const both = await Promise.allSettled([enter(services, code), enter(services, code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(enter(services, code)).rejects.toMatchObject(refused)
})

test('five wrong tries end a code, also in parallel', async () => {
  const { services, code, wrong } = await openWithCode()
  await Promise.allSettled(Array.from({ length: 5 }, () => enter(services, wrong)))
  await expect(enter(services, code)).rejects.toMatchObject({
    status: 429,
    methods: ['code', 'link', 'passkey', 'provider', 'password'],
  })
})

test('four wrong tries do not', async () => {
  const { services, code, wrong } = await openWithCode()
  for (let attempt = 0; attempt < 4; attempt += 1) await expect(enter(services, wrong)).rejects.toMatchObject(refused)
  await enter(services, code)
})

test('asking for mail after mail does not buy more than fifteen tries in fifteen minutes', async () => {
  const { services, wrong } = await openWithCode()
  for (let attempt = 0; attempt < 15; attempt += 1) {
    if (attempt % 5 === 4) await ask(services)
    await expect(enter(services, wrong)).rejects.toMatchObject(refused)
  }
  const { code } = await ask(services)
  await expect(enter(services, code)).rejects.toMatchObject({
    status: 429,
    methods: ['link', 'passkey', 'provider', 'password'],
  })
})

test('a code ends after ten minutes', async () => {
  const { services, code } = await openWithCode()
  services.wait(10 * 60_000)
  await expect(enter(services, code)).rejects.toMatchObject(refused)
})

test('a newer code replaces the older', async () => {
  const { services, code } = await openWithCode()
  const next = await ask(services)
  if (next.code !== code) await expect(enter(services, code)).rejects.toMatchObject(refused)
  await enter(services, next.code)
})

test('a code belongs to one address, one mode and one purpose', async () => {
  const { services, code } = await openWithCode()
  await services.call('signup', { ...ann, email: 'bob@example.com' })
  await ask(services, 'bob@example.com')
  const elsewhere = services.call('passwordlessLogin', { email: ann.email, passwordlessToken: code }, { mode: 'live' })
  await expect(elsewhere).rejects.toMatchObject(refused)
  const asSignup = services.call('passwordlessSignup', { email: ann.email, passwordlessToken: code })
  await expect(asSignup).rejects.toMatchObject(refused)
  await enter(services, code)
})

test('a wrong code costs the same for an address with a code, without one, and without a member', async () => {
  const { services, wrong } = await openWithCode()
  await services.call('signup', { ...ann, email: 'bob@example.com' })
  const statements = countWrites(services)
  for (const email of [ann.email, 'bob@example.com', 'nobody@example.com']) {
    await expect(enter(services, wrong, email)).rejects.toMatchObject(refused)
    expect(statements()).toBe(1)
  }
})

test('a reset ends the open code', async () => {
  const { services, code } = await openWithCode()
  await services.call('sendResetPasswordEmail', { email: ann.email })
  const token = codeIn((await services.mails()).at(-1))
  await services.call('resetPassword', { token, newPassword: 'battery staple', email: ann.email })
  await expect(enter(services, code)).rejects.toMatchObject(refused)
})

test('a member who was deleted since cannot log in', async () => {
  const { services, id, code } = await openWithCode()
  await services.store.members.delete(id)
  await expect(enter(services, code)).rejects.toMatchObject(refused)
})

test('the 31st try of one address has to wait', async () => {
  const { services, wrong } = await openWithCode()
  for (let attempt = 0; attempt < 30; attempt += 1)
    await expect(enter(services, wrong, `${attempt}@example.com`)).rejects.toMatchObject(refused)
  await expect(enter(services, wrong, '31@example.com')).rejects.toMatchObject({ code: 'too-many-requests' })
})

/** Writes to disk since the last call: a code that lost a try, or a decoy write. */
function countWrites({ store }: TestServices): () => number {
  const transaction = store.transaction.bind(null)
  let writes = 0
  const updates = new WeakSet<object>()
  const kysely = store.kysely.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'UpdateQueryNode') updates.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (updates.has(queryId) && result.rows.length > 0) writes += 1
      return result
    },
  })
  Object.assign(store, { kysely })
  store.transaction = (work) => {
    writes += 1
    return transaction(work)
  }
  return () => {
    const counted = writes
    writes = 0
    return counted
  }
}
