import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newEd25519Key } from '../../../../api/features/transparency-log/ed25519'
import { createHttpWitness } from '../../../../api/features/transparency-log/witnesses'

const key = { name: 'witness.example', type: 'cosignature', publicKey: newEd25519Key().publicKey } as const

/** A server that responds as the test says. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const ask = (url: string, timeoutMs?: number) =>
  createHttpWitness({ key, url }, timeoutMs).addCheckpoint('old 0\n\nx\n')

describe('a witness over HTTP', () => {
  it('gets the request unchanged, below its URL', async () => {
    let seen = ''
    const url = await serve((request, response) => {
      request.setEncoding('utf8')
      request.on('data', (chunk: string) => (seen += `${request.method} ${request.url} ${chunk}`))
      request.on('end', () => response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end('7\n'))
    })
    expect(await ask(`${url}/prefix`)).toEqual({ status: 409, body: '7\n' })
    expect(seen).toBe('POST /prefix/add-checkpoint old 0\n\nx\n')
  })

  it('follows no redirect', async () => {
    let isFollowed = false
    const other = await serve((_, response) => {
      isFollowed = true
      response.end('— witness.example AAAA\n')
    })
    const url = await serve((_, response) => response.writeHead(307, { location: other }).end())
    await expect(ask(url)).rejects.toThrow('it is unreachable')
    expect(isFollowed).toBe(false)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['says nothing', () => {}],
    ['stops in the middle of its answer', (response) => void response.writeHead(200).write('— witness')],
  ])('that %s is aborted', async (_, answer) => {
    const url = await serve((_request, response) => answer(response))
    await expect(ask(url, 150)).rejects.toThrow('it timed out')
  })

  it('that responds without end is aborted', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(20_001)))
    await expect(ask(url)).rejects.toThrow('its response is too long')
    const fits = await serve((_, response) => response.end('x'.repeat(20_000)))
    expect((await ask(fits)).body).toHaveLength(20_000)
  })

  it('that breaks off or does not exist is unreachable', async () => {
    const broken = await serve((_, response) => void response.destroy())
    await expect(ask(broken)).rejects.toThrow('it is unreachable')
    await expect(ask('http://127.0.0.1:1')).rejects.toThrow('it is unreachable')
  })
})
