import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../api/lib/clock'
import { openStore } from '../../../api/open-store'
import { openIssuer } from '../../../api/features/credentials/issuer'
import { readConfig } from '../../../api/config'
import { withRepositories } from '../../support/repositories'
import type { Store } from '../../support/repositories'
import { freePort } from '../../support/free-port'
import { logFaults } from '../../support/log-faults'
import { sampleImage } from '../../support/sample-images'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'
import { changePicture, issue, pass, signUp, whatIsLost } from '../../support/restored-people'
import type { Person } from '../../support/restored-people'
import { runNode } from '../../support/run-process'
import { tempFolder } from '../../support/temp-folder'
import { waitUntil } from '../../support/wait-until'

const HOLDERS = 4
const BACKUPS = 2

type Env = Record<string, string | undefined>

describe.runIf(hasPostgres)('a lost installation', () => {
  test.each([
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
  ])('on %s is restored on %s, as it was during writes', async (from, to) => {
    const [lost, fresh, backups] = [await place(from), await place(to), tempFolder()]
    const first = await serve(lost)
    const people = await withStore(lost, (store) => settle(first.url, store))
    const writing = writeOn(first.url, people)
    for (let made = 0; made < BACKUPS; made += 1) {
      const before = writing.changes()
      expect(await run(lost, ['backup', '--to', backups, '--keep', '1'])).toContain('Backup written to')
      expect(writing.changes()).toBeGreaterThan(before)
    }
    // May have signed up after the backup's moment.
    const { joined } = await writing.stop()
    await first.end('SIGKILL')
    await rm(lost.DATA_DIR, { recursive: true })

    const [newest = ''] = (await readdir(backups)).toSorted()
    expect(await readdir(backups)).toHaveLength(1)
    const verified = await run(fresh, ['verify', '--from', join(backups, newest)])
    expect(verified).toMatch(/^The backup is complete/u)
    expect(verified).not.toContain('Not in the backup')
    const restored = await run(fresh, ['restore', '--from', join(backups, newest)])
    const [, size = ''] = /of Test Mode after entry (\d+)/u.exec(restored) ?? []

    const second = await serve(fresh)
    const losses = await Promise.all(people.map((person) => whatIsLost(second.url, person)))
    expect(losses.flat()).toEqual([])
    await withStore(fresh, async (store) => {
      const kept = await Promise.all(joined.map(({ memberId }) => store.members.findById(memberId)))
      const members = joined.filter((_, at) => kept[at] !== null)
      // Members are complete and without gaps.
      expect(members).toEqual(joined.slice(0, members.length))
      expect((await Promise.all(members.map((person) => whatIsLost(second.url, person)))).flat()).toEqual([])

      const [late] = people
      if (late) await issue(second.url, late, await pass(second.url, store, late, 'late'))
      const issuer = await openIssuer(readConfig(fresh), store, systemClock)
      expect(await logFaults(store.log, 'test', issuer.logKeys('test'))).toEqual([])
      expect((await store.log.head('test'))?.size).toBeGreaterThan(Number(size))
    })
    await second.end('SIGTERM')
  })
})

/** Settings of an installation on an engine. */
async function place(engine: string) {
  const DATA_DIR = join(tempFolder(), 'data')
  mkdirSync(DATA_DIR)
  const port = await freePort()
  return {
    DATA_DIR,
    API_PORT: String(port),
    PUBLIC_ISSUER_URL: 'https://trusttag.example',
    RATE_LIMIT_FACTOR: '10000',
    LOG_LEVEL: 'silent',
    ...(engine === 'PostgreSQL' && { DATABASE_URL: (await createTestDatabase()).url }),
  } satisfies Env
}

async function serve(env: Env & { API_PORT: string }) {
  const url = `http://127.0.0.1:${env.API_PORT}`
  const server = runNode(['dist/server/main.js'], { env })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server.child.kill(signal)
    await server.ended
  }
  onTestFinished(() => end('SIGKILL'))
  await waitUntil('the API serves', async () => {
    if (server.child.exitCode !== null) throw new Error(`The API did not start:\n${server.output()}`)
    return fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    )
  })
  return { url, end }
}

/** @returns the output */
async function run(env: Env, args: readonly string[]): Promise<string> {
  const command = runNode(['commands/run.mjs', 'database', ...args], { env })
  const { code } = await command.ended
  expect([code, command.output()]).toEqual([0, expect.any(String)])
  return command.output()
}

async function withStore<T>(env: Env, work: (store: Store) => Promise<T>): Promise<T> {
  const store = withRepositories(await openStore(readConfig(env), { mustExist: true }))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Members with a TrustTag, an image and a work sample each. */
async function settle(url: string, store: Store): Promise<Person[]> {
  const people: Person[] = []
  for (let number = 0; number < HOLDERS; number += 1) {
    const person = await signUp(url, `holder${number}@example.test`)
    await issue(url, person, await pass(url, store, person))
    people.push(person)
  }
  return people
}

/** Signs up members and changes images until stopped. */
function writeOn(url: string, people: readonly Person[]) {
  const joined: Person[] = []
  const state = { isOn: true, changes: 0 }
  const signPeopleUp = async (): Promise<void> => {
    while (state.isOn) joined.push(await signUp(url, `joined${joined.length}@example.test`))
  }
  const changePictures = async (): Promise<void> => {
    const content = await sampleImage('png')
    while (state.isOn) {
      for (const person of people) {
        if (state.isOn) await changePicture(url, person, content)
        state.changes += 1
      }
    }
  }
  const all = Promise.all([signPeopleUp(), changePictures()])
  // A failure is reported when the load is stopped.
  all.catch(() => {})
  return {
    changes: () => state.changes,
    stop: async () => {
      state.isOn = false
      await all
      return { joined }
    },
  }
}
