import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { findLost, keepAsking } from '../support/keep-asking'
import { openInstallation } from '../support/killable-installation'
import { isHere } from '../support/engines'
import { waitUntil } from '../support/wait-until'

const PEOPLE = 4
/** Longer than the five starts that systemd once allowed, and than every connection timeout. */
const AWAY_MS = 45_000
const ROUNDS = 10

describe.runIf(isHere('PostgreSQL'))('with an unreliable PostgreSQL', () => {
  test('a start waits for it longer than any connection timeout, and then serves the existing data', async () => {
    const installation = await openInstallation('PostgreSQL')
    const server = installation.server!
    const first = await installation.start()
    const load = keepAsking(first, PEOPLE)
    await waitUntil('people join', () => load.joined.length > PEOPLE)
    await load.stop()
    first.process.child.kill('SIGKILL')
    await first.process.ended
    await server.stop('immediate')
    const api = await installation.launch()
    await pause(AWAY_MS)
    expect(api.process.child.exitCode).toBeNull()
    expect((await fetch(`${api.url}/health`)).status).toBe(200)
    expect((await fetch(`${api.url}/ready`)).status).toBe(503)
    await server.start()
    await waitUntil('it is ready', async () => (await fetch(`${api.url}/ready`)).status === 200)
    expect(await findLost(api, load)).toEqual([])
  }, 600_000)

  test('when API and database are killed and restarted under load, nothing acknowledged is lost', async () => {
    const installation = await openInstallation('PostgreSQL')
    const server = installation.server!
    let api = await installation.start()
    const loads = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const load = keepAsking(api, PEOPLE, `round${round}-`)
      loads.push(load)
      await waitUntil('people join', () => load.joined.length > PEOPLE)
      await pause(Math.random() * 1_000)
      await server.stop(round % 2 === 0 ? 'fast' : 'immediate')
      if (round % 3 !== 0) {
        api.process.child.kill('SIGKILL')
        await Promise.all([api.process.ended, load.ended])
        api = await installation.launch()
        await pause(Math.random() * 3_000)
      }
      await server.start()
      await waitUntil('it is ready', async () => (await fetch(`${api.url}/ready`)).status === 200)
      await load.stop().catch(() => {})
    }
    for (const load of loads) expect(await findLost(api, load)).toEqual([])
  }, 1_200_000)
})
