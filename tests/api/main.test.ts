import { mkdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { buildServer } from '../../commands/build/build-server.mjs'
import { freePort } from '../support/free-port'
import { isListening } from '../support/is-listening'
import { projectRoot, runNode } from '../support/run-process'
import { tempFolder } from '../support/temp-folder'
import { waitUntil } from '../support/wait-until'

/** Inside the project, where the bundle finds its packages. */
const into = join(projectRoot, 'dist', `main-test-${process.pid}`)
beforeAll(async () => {
  mkdirSync(into, { recursive: true })
  await buildServer(into)
})
afterAll(() => rmSync(into, { recursive: true, force: true }))

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a second %s does not abort the requests that the first lets finish',
  async (signal) => {
    const port = await freePort()
    const env = { API_PORT: String(port), DATA_DIR: tempFolder(), LOG_LEVEL: 'silent' }
    const running = runNode([join(into, 'server', 'main.js')], { env })
    onTestFinished(() => void running.child.kill('SIGKILL'))
    await waitUntil('it serves', () => isListening(port))

    const body = '{"email":"ann@example.com","password":"long enough"}'
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => {})
    const health = () => fetch(`http://127.0.0.1:${port}/health`)
    const head = [
      'POST /auth/signup HTTP/1.1',
      'host: a',
      'x-app-id: app_demo',
      'content-type: application/json',
      'expect: 100-continue',
    ]
    socket.write(`${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n`)
    await waitUntil('its headers are read', () => answer.includes('100 Continue'))
    running.child.kill(signal)
    await waitUntil('it closes', async () => (await health()).headers.get('connection') === 'close')
    running.child.kill(signal)
    // Answered after the signal, unless the server is closed by now.
    await health().catch(() => null)
    socket.write(body)
    expect(await running.ended).toEqual({ code: 0, signal: null })
    expect(answer).toMatch(/^HTTP\/1\.1 200/mu)
  },
)
