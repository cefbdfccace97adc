import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProofOfWork } from '../../../../api/features/captcha/proof-of-work'
import type { CaptchaScope } from '../../../../api/features/captcha/check'
import { purgeExpired } from '../../../../api/workers'
import { CAPTCHA_COUNTER_MAX, CAPTCHA_LIFETIME_MINUTES } from '../../../../contract/limits'
import { solveChallenge } from '../../../../contract/solve-challenge'
import { tempFolder } from '../../../support/temp-folder'
import { openTestStore } from '../../database/open-test-store'
import { onStatement } from '../../../support/on-statement'

const scope: CaptchaScope = { appId: 'app_demo', mode: 'test', origin: 'http://localhost:4002' }
const LIFETIME_MS = CAPTCHA_LIFETIME_MINUTES * 60_000

async function openCaptcha(file?: string) {
  const store = await openTestStore(file)
  let now = Date.UTC(2026, 10, 21, 9)
  const clock = { now: () => now }
  const captcha = createProofOfWork({ db: store, clock, cost: 1 })
  return {
    ...captcha,
    store,
    clock,
    wait: (milliseconds: number) => void (now += milliseconds),
    solved: async (wanted = scope) => solveChallenge(await captcha.challenge(wanted), crypto.subtle),
  }
}

/** A manipulated token. */
function changed(token: string, change: (content: ReturnType<typeof JSON.parse>) => unknown): string {
  const content = JSON.parse(atob(token))
  change(content)
  return btoa(JSON.stringify(content))
}

test('a puzzle solved by the widget works once, for any caller', async () => {
  const captcha = await openCaptcha()
  const token = await captcha.solved()
  const answers = await Promise.all([1, 2, 3].map(() => captcha.verify(token, scope)))
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await captcha.verify(token, scope)).toBe(false)
})

test('the answer lies within what a browser tries', async () => {
  const captcha = await openCaptcha()
  for (let round = 0; round < 20; round += 1) {
    const { counter } = JSON.parse(atob(await captcha.solved())).solution
    expect(counter).toBeGreaterThanOrEqual(1)
    expect(counter).toBeLessThanOrEqual(CAPTCHA_COUNTER_MAX)
  }
})

test('a token is worth nothing in another app or mode, and stays good where it belongs', async () => {
  const captcha = await openCaptcha()
  const token = await captcha.solved()
  expect(await captcha.verify(token, { ...scope, appId: 'app_trusttag' })).toBe(false)
  expect(await captcha.verify(token, { ...scope, mode: 'live' })).toBe(false)
  expect(await captcha.verify(token, scope)).toBe(true)
})

test('a token expires', async () => {
  const captcha = await openCaptcha()
  const tokens = [await captcha.solved(), await captcha.solved()] as const
  captcha.wait(LIFETIME_MS - 1)
  expect(await captcha.verify(tokens[0], scope)).toBe(true)
  captcha.wait(1)
  expect(await captcha.verify(tokens[1], scope)).toBe(false)
})

test('what was used is remembered until it has expired, and no longer', async () => {
  const captcha = await openCaptcha()
  const token = await captcha.solved()
  await captcha.verify(token, scope)
  captcha.wait(LIFETIME_MS - 1)
  await purgeExpired(captcha)
  expect(await captcha.verify(token, scope)).toBe(false)
  const { signature } = JSON.parse(atob(token)).challenge
  expect(await captcha.store.captchas.use(signature, 1)).toBe(false)
  captcha.wait(1)
  await purgeExpired(captcha)
  expect(await captcha.store.captchas.use(signature, 1)).toBe(true)
})

test.for<[string, (content: ReturnType<typeof JSON.parse>) => unknown]>([
  ['less work', ({ challenge }) => (challenge.parameters.keyPrefix = '00')],
  ['a longer life', ({ challenge }) => (challenge.parameters.data.expires += 1)],
  ['another app', ({ challenge }) => (challenge.parameters.data.app = 'app_trusttag')],
  ['no work at all', ({ challenge, solution }) => (solution.derivedKey = challenge.parameters.keyPrefix)],
  ['a guessed key', ({ challenge, solution }) => (solution.derivedKey = challenge.parameters.keyPrefix.repeat(2))],
  ['a key that is no text', ({ solution }) => (solution.derivedKey = 7)],
  ['no solution', (content) => delete content.solution],
  ['no signature', ({ challenge }) => delete challenge.signature],
  ['a signature of its own', ({ challenge }) => (challenge.signature = 'f'.repeat(64))],
  ['another algorithm', ({ challenge }) => (challenge.parameters.algorithm = 'SHA-256')],
])('a token with %s is refused', async ([, change]) => {
  const captcha = await openCaptcha()
  const token = await captcha.solved()
  const appId = JSON.parse(atob(changed(token, change))).challenge.parameters.data.app
  expect(await captcha.verify(changed(token, change), { ...scope, appId })).toBe(false)
  expect(await captcha.verify(token, scope)).toBe(true)
})

test.for(['', 'x', 'bnVsbA==', 'W10=', '{}', '💥', 'MTIzNA=='])('"%s" is no token', async (token) => {
  const captcha = await openCaptcha()
  expect(await captcha.verify(token, scope)).toBe(false)
})

test('processes over one database, and one that starts again, know each other’s puzzles and replays', async () => {
  const file = join(tempFolder(), 'membership.db')
  const one = await openCaptcha(file)
  const token = await one.solved()
  const two = await openCaptcha(file)
  expect(await two.verify(token, scope)).toBe(true)
  expect(await one.verify(token, scope)).toBe(false)
})

test('the key of another database signs nothing here', async () => {
  const [one, other] = [await openCaptcha(), await openCaptcha()]
  expect(await one.verify(await other.solved(), scope)).toBe(false)
})

test('a database that could not answer once is asked for the key again', async () => {
  const captcha = await openCaptcha()
  let failures = 1
  const db = onStatement(captcha.store, (statement) => {
    if (statement === 'select captcha_keys' && failures-- > 0) throw new Error('locked')
  })
  const shaky = createProofOfWork({ db, clock: captcha.clock, cost: 1 })
  await expect(shaky.challenge(scope)).rejects.toThrow('locked')
  await expect(shaky.challenge(scope)).resolves.toHaveProperty('signature')
})
