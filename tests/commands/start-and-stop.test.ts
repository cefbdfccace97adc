import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
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

/** `npm start` as a person types it, in a process group of its own as a terminal gives it. */
async function npmStart() {
  const { ports, env } = await freshEnvironment()
  const began = performance.now()
  const npm = spawn('npm', ['start'], { cwd: projectRoot, env: { ...process.env, ...env }, detached: true })
  const group = -(npm.pid ?? 0)
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      // Nothing is left: that is what the test is about.
    }
  })
  await waitUntil('all three servers listen', () => allListen(ports), 60_000)
  return { npm, group, ports, env, readyMs: performance.now() - began, output: () => output }
}

/** What npm takes to start and to say one line. */
async function npmVersionMs() {
  const began = performance.now()
  await promisify(execFile)('npm', ['--version'], { cwd: projectRoot })
  return performance.now() - began
}

describe('npm start', () => {
  it('ends with a table of addresses', async () => {
    const { env, output } = await npmStart()
    await waitUntil('the table is there', () => output().includes('Test mailbox'))
    for (const address of [
      `TrustTag site  http://localhost:${env.SITE_PORT}`,
      `API            http://localhost:${env.API_PORT}`,
      `Widget script  http://localhost:${env.API_PORT}/membership.js`,
      `Demo pages     http://localhost:${env.DEMO_PORT}`,
      `Test mailbox   http://localhost:${env.API_PORT}/dev/mailbox`,
    ])
      expect(output()).toContain(address)
  })

  it('builds nothing anew, and is ready within a few starts of npm itself', async () => {
    // Three seconds on a machine where npm needs a quarter; the best of three of each, in turns, for it may be busy.
    const [own, npms] = [[Infinity], [Infinity]]
    for (let round = 0; round < 3; round += 1) {
      npms.push(await npmVersionMs())
      const { readyMs, output } = await npmStart()
      own.push(readyMs)
      expect(output()).not.toContain('Building')
    }
    expect(Math.min(...own) / Math.min(...npms)).toBeLessThan(12)
  }, 60_000)

  it.each(['SIGTERM', 'SIGINT'] as const)('leaves nothing behind after %s to all of it', async (signal) => {
    const { group, ports } = await npmStart()
    process.kill(group, signal)
    await waitUntil('the ports are free', () => noneListens(ports))
    await waitUntil('the processes are gone', () => !groupExists(group))
  })

  it('leaves nothing behind when only npm itself is told to stop', async () => {
    const { npm, group, ports } = await npmStart()
    npm.kill('SIGTERM')
    // The server notices by itself that its parent is gone, and then finishes what it has in hand.
    await waitUntil('the ports are free', () => noneListens(ports), 40_000)
    await waitUntil('the processes are gone', () => !groupExists(group))
  }, 60_000)
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
    const running = runNode(['commands/serve.mjs'], { env })
    await waitUntil('it serves', () => allListen(ports))
    running.child.kill('SIGTERM')
    expect(await running.ended).toEqual({ code: 0, signal: null })
  })

  it('exits with 0 after SIGTERM in the middle of the start', async () => {
    const { ports, env } = await freshEnvironment()
    const running = runNode(['commands/serve.mjs'], { env })
    await waitUntil('the first server listens', () => isListening(ports[0] ?? 0))
    running.child.kill('SIGTERM')
    expect(await running.ended).toEqual({ code: 0, signal: null })
    expect(await noneListens(ports)).toBe(true)
  })

  it.each(['SITE_PORT', 'API_PORT', 'DEMO_PORT'] as const)('names a port in use and %s', async (variable) => {
    const { env } = await freshEnvironment()
    const taken = createServer().listen(Number(env[variable]), '127.0.0.1')
    onTestFinished(() => void taken.close())
    const running = runNode(['commands/serve.mjs'], { env })
    expect(await running.ended).toEqual({ code: 1, signal: null })
    expect(running.output()).toMatch(new RegExp(`^Port ${env[variable]} is already in use.*${variable}\\.\n$`))
  })

  it.each([
    ['SITE_PORT', 'eighty'],
    ['PUBLIC_API_URL', 'localhost'],
    ['TRUST_PROXY', '-1'],
    ['HOST', '0.0.0.0'],
  ])('names %s when its value is %s, in one line', async (name, value) => {
    const { env } = await freshEnvironment()
    const running = runNode(['commands/serve.mjs'], { env: { ...env, [name]: value } })
    expect(await running.ended).toEqual({ code: 1, signal: null })
    expect(running.output()).toMatch(new RegExp(`^${name} [^\n]*\n$`))
  })
})
