import { describe, expect, it } from 'vitest'
import { issuerHost, originOnHost } from '../../../contract/credential/issuer-host'
import { didOf } from '../../../contract/proof-paths'

describe('the host of an issuer', () => {
  it.each(['https://trusttag.example', 'http://localhost:4001', 'http://[::1]:4001', 'https://a-b.c.example'])(
    'is what its DID was made of: %s',
    (origin) => {
      const { host } = new URL(origin)
      expect(issuerHost(didOf(origin, 'live'))).toEqual({ host, mode: 'live' })
      expect(issuerHost(didOf(origin, 'test'))).toEqual({ host, mode: 'test' })
    },
  )

  it.each([
    'did:key:z6Mk',
    'did:web:',
    'did:web:a.example:tags',
    'did:web:a.example:test:test',
    'did:web:a.example%2Ftest',
    'did:web:a.example%40b.example',
    'did:web:%61.example',
    'did:web:%',
    'did:web:a.example#key',
    'did:web:a.example%3A4001%3A4002',
  ])('is null for %s', (did) => expect(issuerHost(did)).toBeNull())
})

it('an address is on a host only with the whole of it', () => {
  expect(originOnHost('https://a.example/x', 'a.example')).toBe('https://a.example')
  expect(originOnHost('http://a.example/x', 'a.example')).toBe('http://a.example')
  for (const other of [
    'https://a.example.org/x',
    'https://a.example:8/x',
    'https://a.example@b/x',
    'ftp://a.example/x',
  ])
    expect(originOnHost(other, 'a.example')).toBe('')
})
