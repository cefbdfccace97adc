import { mkdirSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildServer } from '../../commands/build/build-server.mjs'
import { eventually } from '../support/eventually'
import { freePort } from '../support/free-port'
import { projectRoot, runNode } from '../support/run-process'
import { tempFolder } from '../support/temp-folder'

const headers = { 'x-app-id': 'app_demo' }
const METRICS_TOKEN = 'a-token-for-the-tests'

/** The built API in a process of its own, which drains for some seconds. */
async function startProcess() {
  // Inside the project, where the bundle finds its packages.
  const into = join(projectRoot, 'dist', `drain-test-${process.pid}`)
  mkdirSync(into, { recursive: true })
  onTestFinished(() => rmSync(into, { recursive: true, force: true }))
  await buildServer(into)
  const port = await freePort()
  const env = {
    API_PORT: String(port),
    DATA_DIR: tempFolder(),
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '6',
    METRICS_TOKEN,
    RATE_LIMIT_FACTOR: '10000',
  }
  const running = runNode([join(into, 'server', 'main.js')], { env })
  onTestFinished(() => void running.child.kill('SIGKILL'))
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  onTestFinished(() => agent.destroy())
  const ask = (path: string) =>
    new Promise<IncomingMessage & { text: string }>((resolve, reject) => {
      const request = get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve(Object.assign(response, { text })))
        response.on('error', reject)
      })
      request.on('error', reject)
    })
  await eventually(async () => expect((await ask('/ready')).statusCode).toBe(200))
  return { ...running, ask }
}

const lines = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

it('a process that is stopped under load loses no request of clients that check readiness', async () => {
  const running = await startProcess()
  const { child, ended, ask } = running
  const stream = ask('/comments/live?appId=app_demo&key=pk_sb_demo&channelKey=guestbook')
  const use = { isOver: false }
  const [failures, statuses]: [unknown[], Map<number | undefined, number>] = [[], new Map()]
  const load = Array.from({ length: 12 }, async () => {
    while (!use.isOver) {
      await ask('/app').then(
        ({ statusCode }) => statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1),
        (error: unknown) => failures.push(error),
      )
    }
  })
  await expect.poll(() => statuses.get(200) ?? 0).toBeGreaterThan(50)

  child.kill('SIGTERM')
  const refused = await eventually(async () => {
    const answer = await ask('/ready')
    expect(answer.statusCode).toBe(503)
    return answer
  })
  expect(JSON.parse(refused.text)).toEqual({ status: 'unavailable', failing: ['draining'] })
  // Requests still succeed, and a second signal changes nothing.
  child.kill('SIGTERM')
  const whileDraining = await ask('/app')
  expect([whileDraining.statusCode, whileDraining.headers.connection]).toEqual([200, 'close'])
  expect((await ask('/health')).statusCode).toBe(200)
  use.isOver = true
  await Promise.all(load)

  expect([failures, [...statuses.keys()]]).toEqual([[], [200]])
  // The stream ends normally, so that a browser reconnects to another process.
  expect((await stream).complete).toBe(true)
  expect(await ended).toEqual({ code: 0, signal: null })
  await expect(ask('/ready')).rejects.toThrow(/ECONNREFUSED/u)

  const told = lines(running.output()).filter(({ kind }) => kind === 'security')
  expect(told.map(({ event }) => event)).toEqual(['service-started', 'service-stopping'])
  expect(told[0]).toMatchObject({ subject: expect.stringMatching(/^[0-9a-f]{16}$/u) })
  expect(running.output()).not.toContain(METRICS_TOKEN)
})
