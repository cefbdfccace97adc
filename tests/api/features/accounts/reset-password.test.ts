import { expect, test } from 'vitest'
import { codeIn, openTestServices, tokenIn } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const newPassword = 'another horse'
const useLink = {
  status: 429,
  methods: expect.arrayContaining(['reset']),
  message: expect.stringContaining('Use the link'),
}
const refused = { code: 'invalid-reset-code', status: 400 }

async function openWithCode() {
  const services = await openTestServices()
  await services.call('signup', ann)
  return { services, ...(await ask(services)) }
}

async function ask(services: TestServices, email = ann.email) {
  await services.call('sendResetPasswordEmail', { email })
  const mail = (await services.mails()).findLast(({ to }) => to === email)
  const code = codeIn(mail)
  return { code, token: tokenIn(mail), wrong: code === '000000' ? '000001' : '000000' }
}

test('a reset sets the password, verifies the email, ends every session and does not log in', async () => {
  const { services, code } = await openWithCode()
  const { data } = await services.call('login', ann)
  const answer = await services.call('resetPassword', { token: code, newPassword, email: ann.email })
  expect(answer).toEqual({ data: { success: true }, message: 'Your password has been reset. Please login.' })
  expect((await services.as(data.tokens.accessToken)).member).toBeNull()
  await expect(services.call('login', ann)).rejects.toMatchObject({ code: 'invalid-credentials' })
  const login = await services.call('login', { email: ann.email, password: newPassword })
  expect(login.data.member.verified).toBe(true)
})

test('five tries with the email, then even the correct code fails and only the link works', async () => {
  const { services, code, token, wrong } = await openWithCode()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const guess = services.call('resetPassword', { token: wrong, newPassword, email: ann.email })
    await expect(guess).rejects.toMatchObject(refused)
  }
  const late = services.call('resetPassword', { token: code, newPassword, email: ann.email })
  await expect(late).rejects.toMatchObject(useLink)
  await services.call('resetPassword', { token, newPassword })
})

test('parallel guesses share the five tries', async () => {
  const { services, code, wrong } = await openWithCode()
  const guesses = Array.from({ length: 10 }, () =>
    services.call('resetPassword', { token: wrong, newPassword, email: ann.email }),
  )
  await Promise.allSettled(guesses)
  const late = services.call('resetPassword', { token: code, newPassword, email: ann.email })
  await expect(late).rejects.toMatchObject(useLink)
})

test('a code works with its own account only', async () => {
  const { services, code } = await openWithCode()
  await services.call('signup', { ...ann, email: 'bob@example.com' })
  const theft = services.call('resetPassword', { token: code, newPassword, email: 'bob@example.com' })
  await expect(theft).rejects.toMatchObject(refused)
})

test('a code works once, also with two concurrent requests', async () => {
  const { services, code } = await openWithCode()
  const both = await Promise.allSettled([
    services.call('resetPassword', { token: code, newPassword, email: ann.email }),
    services.call('resetPassword', { token: code, newPassword, email: ann.email }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a newer code replaces the older, code and link', async () => {
  const { services, code, token } = await openWithCode()
  const next = await ask(services)
  if (code !== next.code) {
    const old = services.call('resetPassword', { token: code, newPassword, email: ann.email })
    await expect(old).rejects.toMatchObject(refused)
  }
  await expect(services.call('resetPassword', { token, newPassword })).rejects.toMatchObject(refused)
  await services.call('resetPassword', { token: next.code, newPassword, email: ann.email })
})

test.for(['code', 'token'] as const)('a %s ends after 15 minutes', async (kind) => {
  const made = await openWithCode()
  made.services.wait(15 * 60_000)
  const late = made.services.call('resetPassword', { token: made[kind], newPassword, email: ann.email })
  await expect(late).rejects.toMatchObject(refused)
})

test('another app or mode knows neither the code nor the link', async () => {
  const { services, code, token } = await openWithCode()
  for (const sent of [code, token]) {
    const elsewhere = services.call('resetPassword', { token: sent, newPassword, email: ann.email }, { mode: 'live' })
    await expect(elsewhere).rejects.toMatchObject(refused)
  }
})

test('every attempt costs one hash, whatever is wrong with it', async () => {
  const { services, wrong } = await openWithCode()
  const attempts = [
    { token: wrong, email: ann.email },
    { token: wrong, email: 'bob@example.com' },
    { token: wrong },
    { token: 'no-such-link' },
  ]
  for (const attempt of attempts) {
    const before = services.hashes()
    await expect(services.call('resetPassword', { ...attempt, newPassword })).rejects.toMatchObject(refused)
    expect(services.hashes() - before).toBe(1)
  }
})

test('a reset frees an account that wrong passwords had locked', async () => {
  const { services, code } = await openWithCode()
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await expect(services.call('login', { ...ann, password: 'wrong' })).rejects.toBeDefined()
  }
  await services.call('resetPassword', { token: code, newPassword, email: ann.email })
  await services.call('login', { email: ann.email, password: newPassword })
})

test('without an e-mail a code works from the address that asked for it only', async () => {
  const { services, code } = await openWithCode()
  const elsewhere = services.call('resetPassword', { token: code, newPassword }, { ipAddress: '198.51.100.7' })
  await expect(elsewhere).rejects.toMatchObject(refused)
  await services.call('resetPassword', { token: code, newPassword })
})

test('without an e-mail five failures of an address are the end for codes, not for links; successes do not count', async () => {
  const { services } = await openWithCode()
  for (let round = 0; round < 4; round += 1) {
    const { code, wrong } = await ask(services)
    await services.call('resetPassword', { token: code, newPassword })
    await expect(services.call('resetPassword', { token: wrong, newPassword })).rejects.toMatchObject(refused)
  }
  await services.call('signup', { ...ann, email: 'bob@example.com' })
  const { code, token, wrong } = await ask(services, 'bob@example.com')
  await expect(services.call('resetPassword', { token: wrong, newPassword })).rejects.toMatchObject(refused)
  await expect(services.call('resetPassword', { token: code, newPassword })).rejects.toMatchObject(useLink)
  await services.call('resetPassword', { token, newPassword })
})

test('without an e-mail fifty failures in an app are the end for codes from any address', async () => {
  const { services, code, wrong } = await openWithCode()
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const guess = services.call('resetPassword', { token: wrong, newPassword }, { ipAddress: `203.0.113.${attempt}` })
    await expect(guess).rejects.toMatchObject(refused)
  }
  await expect(services.call('resetPassword', { token: code, newPassword })).rejects.toMatchObject(useLink)
  await services.call('resetPassword', { token: code, newPassword, email: ann.email })
})

test('the 31st try of one address has to wait, before anything is hashed', async () => {
  const { services } = await openWithCode()
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const guess = services.call('resetPassword', { token: 'no-such-link', newPassword })
    await expect(guess).rejects.toMatchObject(refused)
  }
  const before = services.hashes()
  const late = services.call('resetPassword', { token: 'no-such-link', newPassword })
  await expect(late).rejects.toMatchObject({ code: 'too-many-requests' })
  expect(services.hashes()).toBe(before)
})

test('asking for mail after mail does not buy more than fifteen tries in fifteen minutes', async () => {
  const { services, wrong } = await openWithCode()
  for (let attempt = 0; attempt < 15; attempt += 1) {
    if (attempt % 5 === 4) await ask(services)
    const guess = services.call('resetPassword', { token: wrong, newPassword, email: ann.email })
    await expect(guess).rejects.toMatchObject(refused)
  }
  const { code, token } = await ask(services)
  const right = services.call('resetPassword', { token: code, newPassword, email: ann.email })
  await expect(right).rejects.toMatchObject(useLink)
  await services.call('resetPassword', { token, newPassword })
})

test('a code may be typed with spaces and dashes', async () => {
  const { services, code } = await openWithCode()
  const token = ` ${code.slice(0, 3)} - ${code.slice(3)} `
  const answer = await services.call('resetPassword', { token, newPassword, email: ann.email })
  expect(answer.data).toEqual({ success: true })
})
