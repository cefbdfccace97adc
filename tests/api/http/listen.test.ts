import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../../../api/http/server'
import { freePort } from '../../support/free-port'

async function start({ https = false } = {}) {
  const port = await freePort()
  const server = await listen(async (request) => Response.json({ body: await request.text() }), {
    host: '127.0.0.1',
    port,
    https,
  })
  onTestFinished(() => server.close(0))
  return { port, close: (deadlineMs: number) => server.close(deadlineMs) }
}

/** Reads until the server closes the connection. */
async function talk(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.write(text)
  await once(socket, 'close')
  return answer
}
const get = 'GET / HTTP/1.1\r\nhost: a\r\n'
/** A close that reaches its deadline would outlast the test. */
const AN_HOUR_MS = 3_600_000

describe('closing', () => {
  it('still answers new connections in the first moment, once each, then ends', async () => {
    const { port, close } = await start()
    const closed = close(AN_HOUR_MS)
    const answers = await Promise.all([1, 2, 3].map(() => talk(port, `${get}\r\n`)))
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200[^]*connection: close/iu)
    await closed
    await expect(talk(port, get)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('accepts no connections after a second, however many arrive', async () => {
    const { port, close } = await start()
    const visit = async (): Promise<number> => {
      for (let served = 0; ; served += 1) if (!(await talk(port, `${get}\r\n`).catch(() => ''))) return served
    }
    const visitors = [visit(), visit(), visit()]
    await close(AN_HOUR_MS)
    for (const served of await Promise.all(visitors)) expect(served).toBeGreaterThan(1)
  })
})

describe('a request that is refused before it is read', () => {
  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400, 'invalid-field-value'],
    ['headers that are too long', `${get}x: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'field-limit-exceeded'],
    ['an expectation', `${get}expect: tea\r\n\r\n`, 417, 'invalid-field-value'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'invalid-field-value'],
    ['two Hosts', `${get}HOST: b\r\n\r\n`, 400, 'invalid-field-value'],
    ['the same Host twice', `${get}host: a\r\n\r\n`, 400, 'invalid-field-value'],
    ['a Host that is none', 'GET / HTTP/1.1\r\nhost: a b\r\n\r\n', 400, 'invalid-field-value'],
    ['a target that is none', 'GET http://[ HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'invalid-field-value'],
  ])('%s gets a JSON error, the security headers and a closed connection', async (_, text, status, code) => {
    const { port } = await start({ https: true })
    const [head = '', body = ''] = (await talk(port, text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*connection: close`, 'iu'))
    for (const header of [
      'content-type: application/json',
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      "content-security-policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control: no-store',
      'strict-transport-security: max-age=31536000; includeSubDomains',
    ])
      expect(head.toLowerCase().split('\r\n')).toContain(header.toLowerCase())
    // Node may send a response in chunks.
    expect(JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1))).toEqual({
      code,
      message: expect.any(String),
    })
  })
})
