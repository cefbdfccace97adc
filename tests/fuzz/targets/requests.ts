import { Hono } from 'hono'
import { readCookie, writeCookie } from '../../../api/http/page-kit'
import { ApiError } from '../../../api/lib/errors'
import { httpOrigin } from '../../../api/http/cors'
import type { AppEnv } from '../../../api/http/request'
import { chooseEncoding, wantedRange } from '../../../api/http/responses'
import { callerIpAddress, readJsonBody, readMultipartBody } from '../../../api/http/request'
import { allowingLater, textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const LENGTH = 1_000

/** A header as a server gets it: one line of Latin-1. */
const headerOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/gu, '')
    .trim()

/** The context that a handler gets for a request with this header. */
async function withHeader<T>(headers: Record<string, string>, read: (context: Parameters<typeof wantedRange>[0]) => T) {
  const app = new Hono<AppEnv>()
  const found: T[] = []
  app.get('/', (context) => {
    found.push(read(context))
    return context.body(null, 204)
  })
  app.onError((error) => {
    throw error
  })
  await app.request('/', { headers }, { incoming: { socket: { remoteAddress: '192.0.2.9' } } })
  return found[0]
}

const jsonBody: FuzzTarget = {
  name: 'json-body',
  from: 'the body of a call',
  seeds: [
    '{"email":"a@b.co","password":"x"}',
    '[]',
    '\uFEFF{}',
    '{"__proto__":{"polluted":true}}',
    '{"a":{"constructor":{"prototype":{"b":1}}}}',
  ],
  async run(bytes) {
    const request = new Request('http://api/', {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/json' },
    })
    const body = await allowingLater([ApiError], () => readJsonBody(request))
    if (body !== undefined && (typeof body !== 'object' || Array.isArray(body))) throw new Error('It is no object.')
  },
}

const part = (name: string, content: string, more = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\nContent-Type: image/png\r\n\r\n${content}\r\n`

const multipart: FuzzTarget = {
  name: 'multipart',
  from: 'a picture that a member uploads',
  seeds: [
    `${part('profileImage', 'PNG', '; filename="a.png"')}--b--\r\n`,
    `${part('a', '1')}${part('__proto__', '2')}--b--`,
    '--b--',
    'b',
  ],
  async run(bytes) {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const request = new Request('http://api/', { method: 'POST', body: new Uint8Array(bytes), headers })
    await allowingLater([ApiError], () => readMultipartBody(request))
  },
}

const multipartType: FuzzTarget = {
  name: 'multipart-type',
  from: 'the content type of an upload',
  seeds: [
    'multipart/form-data; boundary=b',
    'multipart/form-data; boundary="a b"; x=y',
    'multipart/form-data; BOUNDARY=""',
    'multipart/form-data',
  ],
  async run(bytes) {
    const body = `${part('profileImage', 'PNG', '; filename="a.png"')}--b--\r\n`
    const request = new Request('http://api/', {
      method: 'POST',
      body,
      headers: { 'content-type': headerOf(bytes) || 'x' },
    })
    await allowingLater([ApiError], () => readMultipartBody(request))
  },
}

const cookie: FuzzTarget = {
  name: 'cookie',
  from: 'the header Cookie',
  seeds: [
    'owner_session=abc',
    'a=b; __Host-owner_session=abc; owner_session=other',
    '__Host-owner_session=',
    ';;=;owner_session',
  ],
  run(bytes) {
    const header = headerOf(bytes)
    const [far, near] = ['https://api.example', 'http://localhost:4001'].map((api) =>
      readCookie(header, 'owner_session', api),
    )
    if (far && !header.includes('__Host-')) throw new Error('It took a cookie that any host could plant.')
    if (near?.includes(';')) throw new Error('It took more than one cookie.')
    const kept = textOf(bytes).replaceAll(/[^\w-]/gu, '')
    const options = { path: '/owner', seconds: 1, sameSite: 'Strict', apiUrl: 'https://api.example' } as const
    const written = writeCookie('owner_session', kept, options).split(';')[0] ?? ''
    if (readCookie(`x=y; ${written}`, 'owner_session', options.apiUrl) !== (kept || null))
      throw new Error('Another one came back.')
  },
}

const forwardedFor: FuzzTarget = {
  name: 'forwarded-for',
  from: 'the header X-Forwarded-For, as far as a proxy is believed',
  seeds: [
    '203.0.113.9',
    '10.0.0.1, 203.0.113.9',
    '[2001:db8::1]:443',
    '::ffff:192.0.2.1',
    'fe80::1%eth0',
    '203.0.113.9:1234, unknown',
  ],
  async run(bytes) {
    const header = headerOf(bytes)
    const address = await withHeader({ 'x-forwarded-for': header }, (context) => callerIpAddress(context, 1))
    if (!/^(\d+\.\d+\.\d+\.\d+|([\da-f]{1,4}:){3}[\da-f]{1,4}::\/64)$/u.test(address ?? ''))
      throw new Error(`It is ${address}.`)
    const believed = await withHeader({ 'x-forwarded-for': header }, (context) => callerIpAddress(context, 0))
    if (believed !== '192.0.2.9') throw new Error('A header was believed that nobody vouches for.')
  },
}

const range: FuzzTarget = {
  name: 'range',
  from: 'the headers Range and If-Range',
  seeds: ['bytes=0-99', 'bytes=-5', 'bytes=990-', 'bytes=0-0,5-9', 'bytes=5-2', 'bytes=99999999999999999999-'],
  async run(bytes) {
    const found = await withHeader({ range: headerOf(bytes) }, (context) => wantedRange(context, '"e"', LENGTH))
    if (found === null || found === 'none' || found === undefined) return
    const { first, last } = found
    if (!(Number.isInteger(first) && first >= 0 && last >= first && last < LENGTH))
      throw new Error(`It is ${first} to ${last}.`)
  },
}

const encoding: FuzzTarget = {
  name: 'accept-encoding',
  from: 'the header Accept-Encoding',
  seeds: ['br', 'gzip, br;q=0', '*;q=0.5', 'gzip;q=1.0;x=y, identity;q=0', ';,;q='],
  run: (bytes) => {
    if (!['br', 'gzip', null].includes(chooseEncoding(headerOf(bytes)))) throw new Error('It is none of ours.')
  },
}

const origin: FuzzTarget = {
  name: 'origin',
  from: 'the header Origin',
  seeds: [
    'https://a.example',
    'http://localhost:4002',
    'null',
    'https://a.example/',
    'https://ä.example',
    'file://',
    'javascript:alert(1)',
  ],
  run(bytes) {
    const found = httpOrigin(headerOf(bytes))
    if (found !== null && new URL(found).origin !== found) throw new Error(`${found} is no origin.`)
    if (found !== null && !/^https?:\/\//u.test(found)) throw new Error(`${found} is none of the web.`)
  },
}

export const requestTargets = [jsonBody, multipart, multipartType, cookie, forwardedFor, range, encoding, origin]
