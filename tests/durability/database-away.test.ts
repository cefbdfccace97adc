import Database from 'libsql'
import { expect, onTestFinished, test } from 'vitest'
import { callProcess } from '../support/call-process'
import { isHere } from '../support/engines'
import { findLost, keepAsking } from '../support/keep-asking'
import type { Load } from '../support/keep-asking'
import { openInstallation } from '../support/killable-installation'
import type { KillableInstallation } from '../support/killable-installation'
import { codeIn, newestMail } from '../support/newest-mail'
import { waitUntil } from '../support/wait-until'

const PEOPLE = 4
/** A request that takes longer than this hangs: every limit in the product is shorter. */
const ANSWER_MAX_MS = 60_000

/** The only other allowed response is a clear error, which must arrive. */
function expectClearAnswers({ answers }: Load): void {
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.filter(({ status, code }) => status !== 503 || code !== 'service-unavailable')).toEqual([])
  expect(answers.filter(({ ms }) => ms > ANSWER_MAX_MS)).toEqual([])
}

async function statusOf(url: string, path: string): Promise<number> {
  return (await fetch(url + path)).status
}

/** Mails are delivered too: the worker met the fault like every request. */
async function expectMail(api: { url: string }, installation: KillableInstallation, email: string): Promise<void> {
  const store = await installation.openStore()
  onTestFinished(() => store.close())
  const before = (await store.mailbox.list(email)).length
  expect((await callProcess(api, 'sendPasswordlessLoginEmail', { email })).status).toBe(200)
  expect(codeIn(await newestMail(store, email, before + 1))).toMatch(/^\d{6}$/u)
}

test.runIf(isHere('PostgreSQL'))(
  'while PostgreSQL is down every request gets a clear error at once, and when it is back the same process continues: nothing acknowledged is lost',
  async ({ annotate }) => {
    const installation = await openInstallation('PostgreSQL')
    const server = installation.server!
    const api = await installation.start()
    const load = keepAsking(api, PEOPLE)
    for (let fall = 1; fall <= 2; fall += 1) {
      load.enter(`before ${fall}`)
      await waitUntil('everybody is at work', () => load.count(`before ${fall}`, 200, 'change') > PEOPLE)
      load.enter(`falling ${fall}`)
      await server.stop(fall === 1 ? 'immediate' : 'fast')
      load.enter(`gone ${fall}`)
      await waitUntil('many are refused', () => load.count(`gone ${fall}`, 503) > 5 * PEOPLE)
      expect(await statusOf(api.url, '/health')).toBe(200)
      await waitUntil('it says so', async () => (await statusOf(api.url, '/ready')) === 503)
      load.enter(`rising ${fall}`)
      await server.start()
      await waitUntil('it says so', async () => (await statusOf(api.url, '/ready')) === 200)
    }
    load.enter('after')
    await waitUntil('everybody is at work again', () => load.count('after', 200, 'change') > PEOPLE)
    await load.stop()
    await annotate(load.summary())
    expectClearAnswers(load)
    for (const phase of ['gone 1', 'gone 2']) expect(load.count(phase, 200)).toBe(0)
    expect(load.count('after', 503)).toBe(0)
    expect(api.process.child.exitCode).toBeNull()
    expect(await findLost(api, load)).toEqual([])
    await expectMail(api, installation, load.joined[0]!.email)
  },
  600_000,
)

test('while another process locks the SQLite file, reads succeed and writes get a clear error; afterwards all succeed', async ({
  annotate,
}) => {
  const installation = await openInstallation('SQLite')
  const api = await installation.start()
  const load = keepAsking(api, PEOPLE)
  await waitUntil('everybody is at work', () => load.count('before', 200, 'change') > PEOPLE)
  const other = new Database(installation.file)
  onTestFinished(() => void other.close())
  // The test shares no lock with the process, which may be in the middle of a write.
  await waitUntil('it is locked', () => hold(other))
  load.enter('held')
  await waitUntil('many are refused', () => load.count('held', 503) >= 2 * PEOPLE)
  expect(await statusOf(api.url, '/health')).toBe(200)
  // Reads do not wait for locks.
  const token = load.joined[0]!.token
  expect((await callProcess(api, 'getMember', {}, { token })).status).toBe(200)
  load.enter('letting go')
  other.exec('commit')
  await waitUntil('everybody is at work again', () => load.count('letting go', 200, 'change') > PEOPLE)
  load.enter('after')
  await waitUntil('they go on', () => load.count('after', 200) > 5 * PEOPLE)
  await load.stop()
  await annotate(load.summary())
  expectClearAnswers(load)
  expect(load.count('after', 503)).toBe(0)
  expect(await findLost(api, load)).toEqual([])
  await expectMail(api, installation, load.joined[0]!.email)
}, 600_000)

function hold(database: Database.Database): boolean {
  try {
    database.exec('begin exclusive')
    return true
  } catch {
    return false
  }
}
