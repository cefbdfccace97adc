import { describe, expect, it } from 'vitest'
import { formatVerifierKey } from '../../../../contract/tlog/signed-note'
import type { VerifierKey } from '../../../../contract/tlog/signed-note'
import { readConfig } from '../../../../api/config'
import { newEd25519Key } from '../../../../api/features/transparency-log/ed25519'
import { complaint } from '../../../support/config-complaint'

const keyOf = (name: string, type: VerifierKey['type'] = 'cosignature'): VerifierKey => ({
  name,
  type,
  publicKey: newEd25519Key().publicKey,
})

const [one, other] = [keyOf('one.example/w'), keyOf('other.example')]
const entry = (key: VerifierKey, url: string): string => `${formatVerifierKey(key)}@${url}`

const read = (env: Record<string, string>) => readConfig(env).witnesses

describe('WITNESSES', () => {
  it('defaults to none: only the API watches its log', () => {
    expect(read({})).toEqual({ others: [], isSelfRun: true })
    expect(read({ WITNESSES: ' ' })).toEqual({ others: [], isSelfRun: true })
  })

  it.each([' ', ',', ', ', '\n'])('is a list separated by %j', (between) => {
    const list = [entry(one, 'https://one.example/'), entry(other, 'http://127.0.0.1:4010/a/b/')].join(between)
    expect(read({ WITNESSES: list })).toEqual({
      others: [
        { key: one, url: 'https://one.example' },
        { key: other, url: 'http://127.0.0.1:4010/a/b' },
      ],
      isSelfRun: true,
    })
  })

  it('can name a witness without a URL, whose signatures count', () => {
    const list = `${formatVerifierKey(one)} ${entry(other, 'https://other.example')}`
    expect(read({ WITNESSES: list }).others).toEqual([
      { key: one, url: null },
      { key: other, url: 'https://other.example' },
    ])
  })

  it.each<[string, string, RegExp]>([
    ['an address alone', 'https://one.example', /must look like <key>@<address>/u],
    ['a word', 'witness', /must look like <key>@<address>/u],
    ['a key and no address', `${formatVerifierKey(one)}@`, /must look like <key>@<address>/u],
    ['another scheme', entry(one, 'ftp://one.example'), /must look like <key>@<address>/u],
    ['a key that was cut', `${formatVerifierKey(one).slice(0, -1)}@https://one.example`, /its key is invalid/u],
    ['the key of a log', entry(keyOf('log.example', 'ed25519'), 'https://one.example'), /belongs to a log/u],
    ['http across a network', entry(one, 'http://one.example'), /must start with https/u],
    ['a password', entry(one, 'https://a:b@one.example'), /plain https URL/u],
    ['a query', entry(one, 'https://one.example/?x=1'), /plain https URL/u],
    ['no address after all', entry(one, 'https://:99999'), /plain https URL/u],
  ])('with %s is refused, naming the entry', (_, value, reason) => {
    const said = complaint({ WITNESSES: `${entry(other, 'https://other.example')} ${value}` })
    expect(said).toMatch(reason)
    expect(said).toContain(`WITNESSES contains ${JSON.stringify(value)}: `)
  })

  it('is refused if it names one twice', () => {
    const twice = `${entry(one, 'https://one.example')} ${entry(keyOf(one.name), 'https://two.example')}`
    expect(complaint({ WITNESSES: twice })).toContain('WITNESSES contains the name "one.example/w" twice')
  })
})

describe('SELF_WITNESS', () => {
  const WITNESSES = entry(one, 'https://one.example')
  it.each([
    [{ SELF_WITNESS: 'off' }, false],
    [{ SELF_WITNESS: 'on' }, true],
    [{ SELF_WITNESS: 'Off', WITNESSES }, false],
    [{ WITNESSES }, true],
    // Many machines on one database have no single witness.
    [{ DATABASE_URL: 'postgres://localhost/members' }, false],
    [{ DATABASE_URL: 'postgres://localhost/members', SELF_WITNESS: 'on' }, true],
  ])('%j', (env, isSelfRun) => expect(read(env).isSelfRun).toBe(isSelfRun))

  it('is on or off', () =>
    expect(complaint({ SELF_WITNESS: 'yes' })).toBe('SELF_WITNESS must be on or off, not "yes".'))
})
