import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/lib/errors'
import { listen } from '../../../api/http/server'
import { freePort } from '../../support/free-port'
import { startTestApi } from '../../support/start-api'

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

test('closing the connection aborts the caller’s read', async () => {
  const api = await startTestApi()
  const port = await freePort()
  const server = await listen(api.app.fetch, { host: '127.0.0.1', port })
  const begun = withResolvers<undefined>()
  const ended = withResolvers<unknown>()
  vi.spyOn(api.store, 'expensiveRead').mockImplementation(
    (_work, { signal, caller }) =>
      new Promise((_resolve, reject) => {
        begun.resolve(undefined)
        signal?.addEventListener('abort', () => {
          ended.resolve(caller)
          reject(new ApiError('client-closed-request'))
        })
      }),
  )
  const body = JSON.stringify({ table: 'announcements', query: { findMany: {} } })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /v1/data-records/query HTTP/1.1\r\nHost: localhost:${port}\r\nX-API-Key: pk_sb_demo\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await begun.promise
  socket.destroy()
  expect(await ended.promise).toEqual(['app_demo', '127.0.0.0/24', '127.0.0.1'])
  await server.close(1_000)
  await api.close()
})
