import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { request as plainRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/free-port'
import { isListening } from '../support/is-listening'
import { runNode } from '../support/run-process'
import type { RunningProcess } from '../support/run-process'
import { waitUntil } from '../support/wait-until'
import type { Proxy } from './proxies'
import { makeCertificate } from './proxy-certificate'

export const API_HOST = 'members.example.com'
export const SITE_HOST = 'www.example.com'

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The caller's IP address, one of the loopback network. */
  from?: string
}

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export type BehindProxy = Awaited<ReturnType<typeof startBehindProxy>>

/** The built product, served by `npm run start:production` behind a real proxy. Call `stop` when done. */
export async function startBehindProxy(proxy: Proxy) {
  const folder = mkdtempSync(join(tmpdir(), 'membership-proxy-'))
  const certificate = makeCertificate(folder, [SITE_HOST, API_HOST])
  const [http, https, site, api] = await Promise.all([freePort(), freePort({ udp: true }), freePort(), freePort()])
  const dataDir = join(folder, 'data')
  const ports = { SITE_PORT: String(site), API_PORT: String(api), DEMO_PORT: String(await freePort()) }
  const product = startProduct({ ...ports, DATA_DIR: dataDir })
  const front = proxy.start({ folder, certificate, http, https, site, api })
  const stop = async (): Promise<void> => {
    for (const { child, ended } of [front, product]) {
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await serves({ product, front }, [site, api, http, https])
  } catch (error) {
    await stop()
    throw error
  }
  const ca = readFileSync(certificate.authority)
  /** Like a browser that resolves every host name to this machine. */
  const open = (host: string, path: string, { method = 'GET', headers = {}, body, from }: Asked = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const at = { host: '127.0.0.1', port: https, servername: host, ca, path, method, agent: false }
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const where = from === undefined ? {} : { localAddress: from }
      const call = request({ ...at, ...where, headers: { host, ...length, ...headers } }, resolve)
      call.on('error', reject)
      call.end(body)
    })
  return {
    dataDir,
    open,
    ask: async (host: string, path: string, asked?: Asked): Promise<Answered> => read(await open(host, path, asked)),
    /** The same without TLS. */
    askPlainly: (host: string, path: string): Promise<Answered> =>
      new Promise((resolve, reject) => {
        const call = plainRequest({ host: '127.0.0.1', port: http, path, headers: { host } }, (answer) =>
          resolve(read(answer)),
        )
        call.on('error', reject)
        call.end()
      }),
    /** The protocol negotiated with an HTTP/2 client, and the response status. */
    askByHttp2: (host: string, path: string) => askByHttp2({ host, path, port: https, ca }),
    stop,
  }
}

function startProduct(env: Record<string, string>): RunningProcess {
  return runNode(['commands/production.mjs'], {
    env: {
      npm_lifecycle_event: undefined,
      PUBLIC_API_URL: `https://${API_HOST}`,
      PUBLIC_SITE_URL: `https://${SITE_HOST}`,
      // The demo pages bring the app that the tests use.
      PUBLIC_DEMO_URL: 'https://demo.example.com',
      // Mails are not delivered: they stay queued.
      SMTP_URL: 'smtp://127.0.0.1:9',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  })
}

async function serves(running: Record<string, RunningProcess>, ports: readonly number[]): Promise<void> {
  await waitUntil('product and proxy listen', async () => {
    for (const [name, one] of Object.entries(running))
      if (one.child.exitCode !== null) throw new Error(`The ${name} did not start:\n${one.output()}`)
    return (await Promise.all(ports.map(isListening))).every(Boolean)
  })
}

async function read(answer: IncomingMessage): Promise<Answered> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(Buffer.from(chunk))
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString('utf8') }
}

interface Http2Request {
  host: string
  path: string
  port: number
  ca: Buffer
}

function askByHttp2({ host, path, port, ca }: Http2Request): Promise<{ protocol: string | undefined; status: number }> {
  const session = connect(`https://${host}:${port}`, { ca, host: '127.0.0.1', servername: host })
  return new Promise((resolve, reject) => {
    session.on('error', reject)
    const stream = session.request({ ':path': path, ':authority': host })
    stream.on('response', (headers) => {
      resolve({ protocol: session.alpnProtocol, status: Number(headers[':status']) })
      session.close()
    })
    stream.on('error', reject)
    stream.resume()
  })
}
