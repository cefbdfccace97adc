import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../../api/config'
import { createIssuer, newStoredKey, publicMultikey } from '../../../../api/features/credentials/issuer'
import { createEnvironmentKeys } from '../../../../api/features/credentials/keys'
import { keyPurposes, keyVariables, readKeySettings } from '../../../../api/features/credentials/settings'

const read = (env: Record<string, string>) => readKeySettings((name) => env[name])
const seed = () => randomBytes(32).toString('base64url')
const all = () => Object.fromEntries(keyPurposes.map((purpose) => [keyVariables[purpose].key, seed()]))

describe('the storage of signing keys', () => {
  it('defaults to a file, to a shared database, or to the environment if keys are set there', () => {
    expect(read({})).toEqual({ keysIn: 'files', encryptionKey: null })
    expect(read({ DATABASE_URL: 'postgres://x' })).toMatchObject({ keysIn: 'database' })
    expect(read({ DATABASE_URL: 'postgres://x', ...all() })).toMatchObject({ keysIn: 'environment' })
  })

  it.each([
    ['base64', (bytes: Buffer) => bytes.toString('base64')],
    ['base64url', (bytes: Buffer) => bytes.toString('base64url')],
  ])('accepts KEY_ENCRYPTION_KEY in %s', (_, write) => {
    const bytes = Buffer.from('fbefbeffffff3fbefbefbeffffff3fbefbefbeffffff3fbefbefbeffffff3f00', 'hex')
    expect(read({ KEY_ENCRYPTION_KEY: write(bytes) })).toEqual({
      keysIn: 'files',
      encryptionKey: new Uint8Array(bytes),
    })
  })

  it.each(keyPurposes)('requires all keys in the environment: %s is missing', (purpose) => {
    const env = all()
    delete env[keyVariables[purpose].key]
    expect(read(env)).toBe(`${keyVariables[purpose].key} is missing. Set all four keys, or none.`)
  })

  it('refuses equal keys in the environment', () => {
    const env = all()
    expect(read({ ...env, TRUSTTAG_LOG_KEY: env['TRUSTTAG_ISSUER_KEY'] ?? '' })).toBe(
      'Two of the keys in the environment are identical.',
    )
  })

  it('adds the retired keys of the environment to the active ones, in order', async () => {
    const old = [1, 2].map(() => newStoredKey('issuer-live', 0).publicKey)
    const texts = old.map((key) => publicMultikey(new Uint8Array(Buffer.from(key, 'base64url'))))
    const settings = read({ ...all(), TRUSTTAG_RETIRED_ISSUER_KEYS: ` ${texts.join(', ')},` })
    if (typeof settings === 'string' || settings.keysIn !== 'environment') throw new Error('Not read.')
    const keys = createEnvironmentKeys(settings)
    const issuer = await createIssuer({ origin: 'http://localhost:4001', keys, now: () => 1 })
    const listed = issuer.issuerKeys('live').map(({ publicKeyMultibase }) => publicKeyMultibase)
    expect(listed).toEqual([...texts, expect.stringMatching(/^z6Mk/u)])
    expect(issuer.issuerKeys('test')).toHaveLength(1)
    await expect(keys.replace(newStoredKey('log-live', 2))).rejects.toThrow('come from environment variables')
  })

  const SECRET = 'TopSecretTopSecretTopSecretTopSecretTopSecre!'
  it.each([
    [{ KEY_ENCRYPTION_KEY: SECRET }, 'KEY_ENCRYPTION_KEY must be 32 bytes'],
    [{ ...all(), TRUSTTAG_LOG_TEST_KEY: SECRET }, 'TRUSTTAG_LOG_TEST_KEY must be 32 bytes'],
    [{ ...all(), TRUSTTAG_RETIRED_LOG_KEYS: SECRET }, 'TRUSTTAG_RETIRED_LOG_KEYS must be public keys'],
    [{ TRUSTTAG_RETIRED_LOG_KEYS: SECRET }, 'TRUSTTAG_RETIRED_LOG_KEYS is set without'],
  ])('names an invalid setting without its value: %#', (env: Record<string, string>, sentence) => {
    const message = (() => {
      try {
        return JSON.stringify(readConfig(env))
      } catch (error) {
        return String(error)
      }
    })()
    expect(message).toContain(sentence)
    for (const value of Object.values(env)) expect(message).not.toContain(value)
  })
})
