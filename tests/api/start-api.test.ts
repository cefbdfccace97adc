import { request as httpRequest } from 'node:http'
import type { RequestOptions } from 'node:http'
import { createServer } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig } from '../../api/config'
import { openFile } from '../../api/database/libsql'
import { openStore } from '../../api/open-store'
import { startApi } from '../../api/start-api'
import { freePort } from '../support/free-port'
import { tempFolder } from '../support/temp-folder'

const appsFolder = new URL('../../api/apps/', import.meta.url)
/** Loaded only when something is drawn. */
const fontsFolder = new URL('./no-fonts/', import.meta.url)
const banksFolder = new URL('../../api/banks/', import.meta.url)
/** A close that waits for its deadline takes longer than the default timeout. */
const AN_HOUR_MS = 3_600_000
const headers = { 'content-type': 'application/json', 'x-app-id': 'app_demo' }

async function start(dataDir = tempFolder()) {
  const port = await freePort()
  const config = { ...readConfig({ API_PORT: String(port), DATA_DIR: dataDir }), rateLimitFactor: 100 }
  const api = await startApi(config, {
    widgetFolder: tempFolder(),
    appsFolder,
    banksFolder,
    fontsFolder,
    docsFolder: fontsFolder,
    consoleFolder: fontsFolder,
    log: pino({ level: 'silent' }),
  })
  onTestFinished(() => api.close(0))
  return { url: api.url, close: (deadlineMs: number) => api.close(deadlineMs), port, dataDir }
}

/** Writes a request to the socket in pieces, as fetch cannot. */
function send(port: number, path: string, options: RequestOptions, pieces: (string | Buffer)[] = []) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, ...options }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
    request.on('error', reject)
    for (const piece of pieces) request.write(piece)
    request.end()
  })
}

/** Starts a sign-up and resolves once the server has read its headers and asks for the body; the caller then finishes it. */
function begin(port: number, email: string): Promise<() => Promise<number | undefined>> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/auth/signup', method: 'POST' }
    const request = httpRequest({ ...options, headers: { ...headers, expect: '100-continue' } })
    const status = new Promise<number | undefined>((answered, failed) => {
      request.on('error', failed)
      request.on('response', (response) => {
        response.resume()
        answered(response.statusCode)
      })
    })
    // It may fail before the caller asks for it.
    status.catch(() => {})
    request.on('error', reject)
    request.on('continue', () =>
      resolve(() => {
        request.end(JSON.stringify({ email, password: 'long enough' }))
        return status
      }),
    )
    request.flushHeaders()
  })
}

const signup = (url: string, email: string) =>
  fetch(`${url}/auth/signup`, { method: 'POST', headers, body: JSON.stringify({ email, password: 'long enough' }) })

describe('a started API', () => {
  it('serves HTTP with its apps imported, and keeps its members over a restart', async () => {
    const first = await start()
    expect((await fetch(`${first.url}/health`)).status).toBe(200)
    expect((await signup(first.url, 'ann@example.com')).status).toBe(200)
    await first.close(1_000)
    const second = await start(first.dataDir)
    expect((await signup(second.url, 'ann@example.com')).status).toBe(409)
  })

  it('delivers mail to the test mailbox', async () => {
    const { url } = await start()
    await signup(url, 'ann@example.com')
    await fetch(`${url}/auth/send-reset-password-email`, {
      method: 'POST',
      headers,
      body: '{"email":"ann@example.com"}',
    })
    await expect
      .poll(async () => (await (await fetch(`${url}/dev/mailbox.json?to=ann@example.com`)).json()).data.length)
      .toBe(1)
  })

  it('ignores a body on a GET', async () => {
    const { port } = await start()
    const body = '{"limit":10}'
    const options = { method: 'GET', headers: { ...headers, 'content-length': body.length } }
    expect((await send(port, '/app', options, [body])).status).toBe(200)
  })

  it.each([
    ['with its length', { 'content-length': 10_000_000 }],
    ['in chunks of unknown number', { 'transfer-encoding': 'chunked' }],
  ])('refuses a 10 MB body %s, and continues to serve', async (_, length) => {
    const { port, url } = await start()
    const pieces = Array.from({ length: 100 }, () => Buffer.alloc(100_000, 'x'))
    const { status, body } = await send(
      port,
      '/auth/login',
      { method: 'POST', headers: { ...headers, ...length } },
      pieces,
    )
    expect([status, JSON.parse(body)]).toMatchObject([413, { code: 'request-too-large' }])
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('answers an invalid Host header with a JSON error', async () => {
    const { port } = await start()
    const { status, body } = await send(port, '/health', { headers: { host: 'a/b@c' } })
    expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'invalid-field-value' }])
  })
})

describe('closing', () => {
  it('finishes every request in progress, then accepts no connection', async () => {
    const { url, port, close } = await start()
    const calls = await Promise.all(Array.from({ length: 20 }, (_, index) => begin(port, `member${index}@example.com`)))
    const closed = close(AN_HOUR_MS)
    const statuses = await Promise.all(calls.map((finish) => finish()))
    expect(statuses).toEqual(calls.map(() => 200))
    await closed
    await expect(fetch(`${url}/health`)).rejects.toThrow()
  })

  it('does not wait for a keep-alive connection', async () => {
    const { url, close } = await start()
    await (await fetch(`${url}/health`)).text()
    await close(AN_HOUR_MS)
  })

  it('aborts at the deadline what does not end', async () => {
    const { port, close } = await start()
    const finish = await begin(port, 'ann@example.com')
    await close(20)
    await expect(finish()).rejects.toThrow()
  })

  it('may be called twice', async () => {
    const { close } = await start()
    await Promise.all([close(1_000), close(1_000)])
    await close(1_000)
  })
})

describe('a failed start', () => {
  const attempt = (env: Record<string, string>, apps: string | URL = appsFolder) =>
    startApi(readConfig(env), {
      widgetFolder: tempFolder(),
      appsFolder: apps,
      banksFolder,
      fontsFolder,
      docsFolder: fontsFolder,
      consoleFolder: fontsFolder,
      log: pino({ level: 'silent' }),
    })

  it('names the port in use and its variable, and leaves the database closed', async () => {
    const port = await freePort()
    const blocker = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void blocker.close())
    const env = { API_PORT: String(port), DATA_DIR: tempFolder() }
    await expect(attempt(env)).rejects.toThrow(ConfigError)
    await expect(attempt(env)).rejects.toThrow(new RegExp(`${port}.*API_PORT`, 'u'))
  })

  it.each(['is a file', 'has an invalid database'])('names a data folder that %s', async (kind) => {
    const folder = tempFolder()
    writeFileSync(
      join(folder, 'membership.db'),
      'this is not a database, and long enough to be seen as such '.repeat(20),
    )
    const dataDir = kind === 'is a file' ? join(folder, 'membership.db') : folder
    await expect(attempt({ API_PORT: String(await freePort()), DATA_DIR: dataDir })).rejects.toThrow(
      /^DATA_DIR [^\n]+$/u,
    )
  })

  it('names a database that another process has locked', async () => {
    const { dataDir, close } = await start()
    await close(0)
    const other = openFile(join(dataDir, 'membership.db'))
    onTestFinished(() => void other.close())
    other.exec('begin immediate')
    await expect(openStore(readConfig({ DATA_DIR: dataDir }), { busyMs: 20 })).rejects.toThrow(
      `DATA_DIR ${dataDir} cannot be used: the database is locked by another process.`,
    )
  })

  it('names a data folder that fails only while the apps are stored', async () => {
    const { dataDir, close } = await start()
    await close(0)
    const database = openFile(join(dataDir, 'membership.db'))
    database.exec("delete from apps; create trigger no_apps before insert on apps begin select raise(abort, 'no'); end")
    database.close()
    const problem = attempt({ API_PORT: String(await freePort()), DATA_DIR: dataDir })
    await expect(problem).rejects.toThrow(`DATA_DIR ${dataDir} cannot be used: `)
  })

  it('names an invalid app definition', async () => {
    const apps = tempFolder()
    writeFileSync(join(apps, 'app_wrong.json'), '{"id":"app_wrong"}')
    const env = { API_PORT: String(await freePort()), DATA_DIR: tempFolder() }
    await expect(attempt(env, apps)).rejects.toThrow(/app_wrong\.json/u)
  })
})
