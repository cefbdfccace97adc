import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copySources } from '../support/copy-sources'
import { freePort } from '../support/free-port'
import { isListening } from '../support/is-listening'
import { tempFolder } from '../support/temp-folder'
import { waitUntil } from '../support/wait-until'

const INSTALL_AND_BUILD_MS = 300_000

/** Runs `npm start` in a folder, in its own process group. */
async function npmStart(cwd: string) {
  const [site, api, demo] = await Promise.all([freePort(), freePort(), freePort()])
  const ports = { SITE_PORT: String(site), API_PORT: String(api), DEMO_PORT: String(demo) }
  const env = { ...process.env, ...ports, DATA_DIR: tempFolder() }
  const npm = spawn('npm', ['start'], { cwd, env, detached: true, stdio: 'ignore' })
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  const stop = async (signal: NodeJS.Signals) => {
    process.kill(-(npm.pid ?? 0), signal)
    await ended
  }
  onTestFinished(() => (npm.exitCode === null && npm.signalCode === null ? stop('SIGKILL') : undefined))
  const serves = async () => (await Promise.all([site, api, demo].map(isListening))).every(Boolean)
  return { serves, stop }
}

describe('npm start on fresh sources', () => {
  it('recovers from an aborted install, also with two terminals at once', async () => {
    const folder = tempFolder()
    copySources(folder)
    const interrupted = await npmStart(folder)
    await waitUntil('the install is under way', () => existsSync(join(folder, 'node_modules')), 60_000)
    await sleep(500)
    await interrupted.stop('SIGKILL')

    const terminals = await Promise.all([npmStart(folder), npmStart(folder)])
    for (const { serves } of terminals) await waitUntil('it serves', serves, INSTALL_AND_BUILD_MS)
    for (const { stop } of terminals) await stop('SIGTERM')
    expect(existsSync(join(folder, 'dist/.lock'))).toBe(false)
  })
})
