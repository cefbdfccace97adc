import { describe, expect, test } from 'vitest'
import { createDatabaseKeys } from '../../../api/features/credentials/keys'
import { createIssuer } from '../../../api/features/credentials/issuer'
import { rateLimits } from '../../../contract/rate-limits'
import { solveChallenge } from '../../../contract/solve-challenge'
import { callBoth, callProcess, statuses } from '../../support/call-process'
import { logFaults } from '../../support/log-faults'
import { codeIn, newestMail } from '../../support/newest-mail'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { withClockShift } from '../../support/start-killable-api'
import { startProcesses } from '../../support/start-processes'

const email = 'ann@example.com'
const password = 'seven quiet otters'
const inbox = { app: 'app_trusttag', key: 'pk_sb_trusttag' }

describe.runIf(hasPostgres)('two processes with clock skew', () => {
  test.each([
    ['five seconds behind', -5_000],
    ['five seconds ahead', 5_000],
  ])('the second %s: sessions, codes, tickets, captchas, limits and the log work', async (_, shift) => {
    const both = await startProcesses({
      envOf: (index) => (index === 0 ? {} : withClockShift(shift)),
    })
    const { one, other, store } = both
    const { tokens, member } = (await callProcess(one, 'signup', { email, password })).data
    let how = { token: tokens.accessToken }
    const used = new Set<string>()
    expect((await callProcess(other, 'getMember', {}, how)).data?.id).toBe(member.id)
    for (const [index, [from, to]] of [[one, other] as const, [other, one] as const].entries()) {
      await callProcess(from, 'sendPasswordlessLoginEmail', { email })
      await newestMail(store, email, index + 1)
      // By timestamp, the newest mail may be the previous one.
      const codes = (await store.mailbox.list(email)).map(({ text }) => codeIn(text))
      const passwordlessToken = codes.find((code) => !used.has(code)) ?? ''
      used.add(passwordlessToken)
      how = {
        token: (await callProcess(to, 'passwordlessLogin', { email, passwordlessToken })).data.tokens.accessToken,
      }
      const { ticket } = (await callProcess(from, 'createMemberTicket', {}, how)).data
      expect((await callProcess(to, 'exchangeMemberTicket', { ticket })).status).toBe(200)
      const puzzle = (await callProcess(from, 'getCaptchaChallenge', {}, inbox)).data
      const captchaToken = await solveChallenge(puzzle, crypto.subtle)
      const message = { email: `asker${index}@example.com`, captchaToken, name: 'Ann', message: 'Hello?' }
      expect(statuses(await callBoth(both, 'sendContactMessage', [message, message], inbox))).toEqual([200, 400])
    }
    let refusedAt = 0
    for (let count = 0; refusedAt === 0 && count < 50; count += 1) {
      const wrong = { email: 'guessed@example.com', password: 'wrong' }
      const { status } = await callProcess(count % 2 === 0 ? one : other, 'login', wrong)
      if (status === 429) refusedAt = count
    }
    expect(refusedAt).toBe(rateLimits.failedLoginsPerAccount.max)

    const origin = one.url.replace('127.0.0.1', 'localhost')
    const issuer = await createIssuer({ origin, keys: createDatabaseKeys(store, null), now: () => 0 })
    await expect.poll(async () => (await store.log.head('test'))?.size ?? 0).toBeGreaterThan(0)
    expect(await logFaults(store.log, 'test', issuer.logKeys('test'))).toEqual([])
  })
})
