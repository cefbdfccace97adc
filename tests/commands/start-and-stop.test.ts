import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port'
import { isListening } from '../support/is-listening'
import { projectRoot, runNode } from '../support/run-process'
import { tempFolder } from '../support/temp-folder'
import { waitUntil } from '../support/wait-until'

async function freshEnvironment() {
  const [site, api, demo] = await Promise.all([freePort(), freePort(), freePort()])
  const ports = { SITE_PORT: String(site), API_PORT: String(api), DEMO_PORT: String(demo) }
  return { ports: [site, api, demo], env: { ...ports, DATA_DIR: tempFolder(), LOG_LEVEL: 'warn' } }
}

const allListen = async (ports: number[]) => (await Promise.all(ports.map(isListening))).every(Boolean)
const noneListens = async (ports: number[]) => !(await Promise.all(ports.map(isListening))).some(Boolean)

/** Runs `npm start` in its own process group, as a terminal does. */
async function npmStart() {
  const { ports, env } = await freshEnvironment()
  const npm = spawn('npm', ['start'], { cwd: projectRoot, env: { ...process.env, ...env }, detached: true })
  const group = -(npm.pid ?? 0)
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      // Already gone, as the test expects.
    }
  })
  await waitUntil('all three servers listen', () => allListen(ports))
  return { npm, group, ports, env, output: () => output }
}

/** Modification times. */
const writtenIn = (folder: string) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((file) => `${file} ${statSync(join(projectRoot, folder, file)).mtimeMs}`)

describe('npm start', () => {
  it('ends with a table of URLs', async () => {
    const { env, output } = await npmStart()
    await waitUntil('the table is there', () => output().includes('Test mailbox'))
    const table = output().replaceAll(/ {2,}/gu, '  ')
    for (const row of [
      `TrustTag site  http://localhost:${env.SITE_PORT}`,
      `API  http://localhost:${env.API_PORT}`,
      `Widget script  http://localhost:${env.API_PORT}/membership.js`,
      `Console  http://localhost:${env.API_PORT}/console`,
      `Set up the console  http://localhost:${env.API_PORT}/console/setup#`,
      `Demo pages  http://localhost:${env.DEMO_PORT}`,
      `Test mailbox  http://localhost:${env.API_PORT}/dev/mailbox`,
    ])
      expect(table).toContain(row)
  })

  it('does not build or install again', async () => {
    await npmStart()
    const before = writtenIn('dist/.stamps')
    const { output } = await npmStart()
    expect(output()).not.toMatch(/Building|Installing/u)
    expect(writtenIn('dist/.stamps')).toEqual(before)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('leaves nothing behind after %s to all of it', async (signal) => {
    const { group, ports } = await npmStart()
    process.kill(group, signal)
    await waitUntil('the ports are free', () => noneListens(ports))
    await waitUntil('the processes are gone', () => !groupExists(group))
  })

  it('leaves no process when only npm itself is stopped', async () => {
    const { npm, group, ports } = await npmStart()
    npm.kill('SIGTERM')
    // The server notices that its parent is gone, and finishes its requests.
    await waitUntil('the ports are free', () => noneListens(ports))
    await waitUntil('the processes are gone', () => !groupExists(group))
  })
})

function groupExists(group: number): boolean {
  try {
    process.kill(group, 0)
    return true
  } catch {
    return false
  }
}

describe('the server process', () => {
  it('exits with 0 after SIGTERM', async () => {
    const { ports, env } = await freshEnvironment()
    const running = runNode(['commands/run.mjs', 'serve'], { env })
    await waitUntil('it serves', () => allListen(ports))
    running.child.kill('SIGTERM')
    expect(await running.ended).toEqual({ code: 0, signal: null })
  })

  it('exits with 0 after SIGTERM in the middle of the start', async () => {
    const { ports, env } = await freshEnvironment()
    const running = runNode(['commands/run.mjs', 'serve'], { env })
    await waitUntil('the first server listens', () => isListening(ports[0] ?? 0))
    running.child.kill('SIGTERM')
    expect(await running.ended).toEqual({ code: 0, signal: null })
    expect(await noneListens(ports)).toBe(true)
  })

  it.each(['SITE_PORT', 'API_PORT', 'DEMO_PORT'] as const)('names a port in use and %s', async (variable) => {
    const { env } = await freshEnvironment()
    const taken = createServer().listen(Number(env[variable]), '127.0.0.1')
    onTestFinished(() => void taken.close())
    // Without the warning that no mirror is configured.
    const running = runNode(['commands/run.mjs', 'serve'], { env: { ...env, LOG_LEVEL: 'error' } })
    expect(await running.ended).toEqual({ code: 1, signal: null })
    expect(running.output()).toBe(
      `Port ${env[variable]} is already in use. Stop the program that uses it, or set ${variable} to another port.\n`,
    )
  })

  it.each([
    ['SITE_PORT', 'eighty'],
    ['PUBLIC_API_URL', 'localhost'],
    ['TRUST_PROXY', '-1'],
    ['HOST', '0.0.0.0'],
  ])('names %s in one line when its value is %s', async (name, value) => {
    const { env } = await freshEnvironment()
    const running = runNode(['commands/run.mjs', 'serve'], { env: { ...env, [name]: value } })
    expect(await running.ended).toEqual({ code: 1, signal: null })
    expect(running.output()).toMatch(new RegExp(`^${name} [^\n]*\n$`))
  })
})
