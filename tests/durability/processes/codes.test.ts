import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solveChallenge } from '../../../contract/solve-challenge'
import { allMembers } from '../../support/all-members'
import { callBoth, callProcess, statuses } from '../../support/call-process'
import { codeIn, linkIn, newestMail } from '../../support/newest-mail'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { startProcesses } from '../../support/start-processes'
import type { Processes } from '../../support/start-processes'

const password = 'seven quiet otters'
/** Races differ from run to run: each is tried a few times, with new people. */
const rounds = [1, 2, 3, 4]
/** The app whose owner has an inbox. */
const inbox = { app: 'app_trusttag', key: 'pk_sb_trusttag' }

let both: Processes
const ends: (() => Promise<void>)[] = []

const signUp = async (email: string) =>
  (await callProcess(both.one, 'signup', { email, password })).data.tokens.accessToken

/** Submits the form of a hosted page to both processes at the same moment. */
const submitToBoth = (link: string, fields: Record<string, string>) => {
  const { pathname, searchParams } = new URL(link, both.one.url)
  const body = new URLSearchParams({ token: searchParams.get('token') ?? '', ...fields })
  return Promise.all([both.one, both.other].map(({ url }) => fetch(url + pathname, { method: 'POST', body })))
}

const succeeded = (answers: readonly { ok: boolean }[]): number => answers.filter(({ ok }) => ok).length

describe.runIf(hasPostgres)('a one-time value made by one process and used at both at the same moment', () => {
  beforeAll(async () => {
    both = await startProcesses({ env: { RATE_LIMIT_FACTOR: '100' }, atEnd: (end) => ends.push(end) })
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  test.each(rounds)('a login code: %i', async (round) => {
    const email = `login${round}@example.com`
    await signUp(email)
    await callProcess(both.one, 'sendPasswordlessLoginEmail', { email })
    const input = { email, passwordlessToken: codeIn(await newestMail(both.store, email)) }
    expect(statuses(await callBoth(both, 'passwordlessLogin', [input, input]))).toEqual([200, 400])
    expect((await callProcess(both.one, 'passwordlessLogin', input)).code).toBe('invalid-passwordless-login-code')
  })

  test.each(rounds)('a sign-up code, which creates one member: %i', async (round) => {
    const email = `signup${round}@example.com`
    await callProcess(both.other, 'sendPasswordlessSignupEmail', { email })
    const input = { email, passwordlessToken: codeIn(await newestMail(both.store, email)) }
    const [lower, higher] = statuses(await callBoth(both, 'passwordlessSignup', [input, input]))
    expect(lower).toBe(200)
    expect([400, 409]).toContain(higher)
    const members = await allMembers(both.store)
    expect(members.filter((member) => member.email === email)).toHaveLength(1)
  })

  test.each(rounds)('a password reset code; the password is the one of the accepted request: %i', async (round) => {
    const email = `reset${round}@example.com`
    await signUp(email)
    await callProcess(both.other, 'sendResetPasswordEmail', { email })
    const token = codeIn(await newestMail(both.store, email))
    const chosen = ['first loud badgers', 'other loud badgers'] as const
    const answers = await callBoth(both, 'resetPassword', [
      { token, email, newPassword: chosen[0] },
      { token, email, newPassword: chosen[1] },
    ])
    expect(statuses(answers)).toEqual([200, 400])
    for (const [index, { status }] of answers.entries()) {
      const login = await callProcess(both.other, 'login', { email, password: chosen[index] ?? '' })
      expect(login.status).toBe(status === 200 ? 200 : 401)
    }
  })

  test.each(rounds)(
    'the link that verifies an email address, and the one that reverts its change: %i',
    async (round) => {
      const email = `links${round}@example.com`
      const token = await signUp(email)
      await callProcess(both.one, 'sendEmailVerification', {}, { token })
      const verify = linkIn(await newestMail(both.store, email))
      // The later request may see a verified address: nothing is left to do.
      expect(succeeded(await submitToBoth(verify, { action: 'verify', password }))).toBeGreaterThanOrEqual(1)
      expect((await fetch(new URL(verify, both.other.url))).status).toBe(410)
      expect((await callProcess(both.other, 'getMember', {}, { token })).data?.verified).toBe(true)

      const moved = { email: `moved${round}@example.com`, oldPassword: password }
      expect((await callProcess(both.other, 'updateMemberAuth', moved, { token })).status).toBe(200)
      const confirm = linkIn(await newestMail(both.store, moved.email, 1))
      expect(succeeded(await submitToBoth(confirm, { action: 'confirm' }))).toBe(1)
      const undo = linkIn(await newestMail(both.store, email, 2))
      expect(undo).toContain('/account/email-changed')
      expect(succeeded(await submitToBoth(undo, {}))).toBe(1)
      expect((await fetch(new URL(undo, both.one.url))).status).toBe(410)
      expect((await callProcess(both.one, 'getMember', {}, { token })).data).toBeNull()
    },
  )

  test.each(rounds)('a login ticket: %i', async (round) => {
    const token = await signUp(`ticket${round}@example.com`)
    const { ticket } = (await callProcess(both.one, 'createMemberTicket', {}, { token })).data
    expect(statuses(await callBoth(both, 'exchangeMemberTicket', [{ ticket }, { ticket }]))).toEqual([200, 400])
  })

  test.each([1, 2])('a captcha solution, which both can check: %i', async (round) => {
    const puzzle = (await callProcess(both.one, 'getCaptchaChallenge', {}, inbox)).data
    const captchaToken = await solveChallenge(puzzle, crypto.subtle)
    const input = { email: `asker${round}@example.com`, captchaToken, name: 'Ann', message: 'Are you there?' }
    const answers = await callBoth(both, 'sendContactMessage', [input, input], inbox)
    expect(statuses(answers)).toEqual([200, 400])
    expect(answers.map(({ code }) => code)).toContain('invalid-captcha')
  })
})
