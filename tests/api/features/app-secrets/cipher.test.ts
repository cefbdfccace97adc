import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCredentialCipher, KEY_FILE, readCredentialKeys } from '../../../../api/lib/credential-cipher'
import { tempFolder } from '../../../support/temp-folder'

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const binding = { appId: 'app_a', mode: 'test', kind: 'stripe' } as const

test('opens what it sealed, only for the same app, mode and kind', () => {
  const cipher = createCredentialCipher([one])
  const sealed = cipher.seal(binding, 'secret')
  expect(sealed).not.toContain('secret')
  expect(cipher.seal(binding, 'secret')).not.toBe(sealed)
  expect(cipher.open(binding, sealed)).toBe('secret')
  for (const other of [{ appId: 'app_b' }, { mode: 'live' as const }, { kind: 'smtp' }])
    expect(cipher.open({ ...binding, ...other }, sealed)).toBeNull()
  expect(cipher.open(binding, `${sealed.slice(0, -2)}AA`)).toBeNull()
  expect(createCredentialCipher([two]).open(binding, sealed)).toBeNull()
})

test('a new key first, the old one still opens', () => {
  const sealed = createCredentialCipher([one]).seal(binding, 'secret')
  const both = createCredentialCipher([two, one])
  expect(both.open(binding, sealed)).toBe('secret')
  expect(both.isCurrent(binding, sealed)).toBe(false)
  expect(both.isCurrent(binding, both.seal(binding, 'secret'))).toBe(true)
})

test('without a key nothing is stored', () => {
  expect(() => createCredentialCipher([]).seal(binding, 'secret')).toThrow(
    expect.objectContaining({ code: 'encryption-key-missing' }),
  )
})

test('the first start writes a key that only its user can read, and later ones use it', () => {
  const dataDir = tempFolder()
  const [key] = readCredentialKeys({ dataDir, databaseUrl: null }, null)
  expect(statSync(join(dataDir, KEY_FILE)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(dataDir, KEY_FILE), 'utf8').trim()).toBe(Buffer.from(key!).toString('base64'))
  expect(readCredentialKeys({ dataDir, databaseUrl: null }, null)).toEqual([key])
  // The setting comes first; the file opens what was sealed before.
  expect(readCredentialKeys({ dataDir, databaseUrl: null }, one)).toEqual([one, key])
})

test('with a setting, or with a database server, no key is written', () => {
  const dataDir = tempFolder()
  expect(readCredentialKeys({ dataDir, databaseUrl: null }, one)).toEqual([one])
  expect(readCredentialKeys({ dataDir, databaseUrl: 'postgres://x' }, null)).toEqual([])
})

test('a damaged key file is named', () => {
  const dataDir = tempFolder()
  writeFileSync(join(dataDir, KEY_FILE), 'short')
  expect(() => readCredentialKeys({ dataDir, databaseUrl: null }, null)).toThrow(/is damaged/u)
})
