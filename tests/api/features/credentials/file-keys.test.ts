import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { createIssuer, newStoredKey } from '../../../../api/features/credentials/issuer'
import { createFileKeys } from '../../../../api/features/credentials/keys'
import { tempFolder } from '../../../support/temp-folder'
import { aSetOfKeys } from './stored-keys'

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const rows = (file: string) => v.parse(v.array(v.looseObject({})), JSON.parse(readFileSync(file, 'utf8')))

async function aKeyFile(encryptionKey: Uint8Array | null = null) {
  const folder = join(tempFolder(), 'keys')
  const keys = aSetOfKeys()
  await createFileKeys(folder, encryptionKey).addFirst(keys)
  return { folder, keys, file: join(folder, 'signing-keys.json') }
}

describe('the key file', () => {
  it('is readable only by its owner, even in an open folder', async () => {
    const folder = join(tempFolder(), 'keys')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    await createFileKeys(folder).addFirst(aSetOfKeys())
    await createFileKeys(folder).replace(newStoredKey('log-live', 2))
    expect([modeOf(folder), modeOf(join(folder, 'signing-keys.json'))]).toEqual(['700', '600'])
  })

  it('leaves no temporary files in its folder', async () => {
    const { folder } = await aKeyFile()
    await createFileKeys(folder).replace(newStoredKey('log-live', 2))
    await Promise.all([1, 2, 3].map(() => createFileKeys(folder).addFirst(aSetOfKeys())))
    expect(readdirSync(folder)).toEqual(['signing-keys.json'])
  })

  it.each([
    ['nothing', ''],
    ['no keys', '[]'],
    ['half of it', '[{"purpose":"issuer-live","publicKey":"A'],
    ['something else', '{"a":1}'],
    ['a short seed', '[{"purpose":"issuer-live","publicKey":"x","seed":"abc","createdAt":1,"retiredAt":null}]'],
  ])('with %s stops the start with a one-line error and is not changed', async (_, content) => {
    const { folder, file, keys } = await aKeyFile()
    writeFileSync(file, content)
    const opened = createIssuer({ origin: 'http://localhost:4001', keys: createFileKeys(folder), now: () => 2 })
    const error: unknown = await opened.then(
      () => null,
      (reason: unknown) => reason,
    )
    const message = error instanceof Error ? error.message : ''
    expect(message).toBe(`The signing keys in ${file} cannot be read. Restore the file from a copy.`)
    expect(String(error instanceof Error && error.cause)).not.toContain(keys[0]?.seed)
    expect(readFileSync(file, 'utf8')).toBe(content)
    await expect(createFileKeys(folder).replace(newStoredKey('log-live', 2))).rejects.toThrow('cannot be read')
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it('is refused if a secret is stored with another key', async () => {
    const { folder, file } = await aKeyFile()
    const [first, second, ...others] = rows(file)
    writeFileSync(file, JSON.stringify([{ ...first, seed: second?.['seed'] }, second, ...others]))
    await expect(createFileKeys(folder).list()).rejects.toThrow('is damaged: its secret half belongs to another key')
  })

  it('is refused if an encrypted secret was moved to another key or purpose', async () => {
    const encryptionKey = new Uint8Array(randomBytes(32))
    const { folder, file } = await aKeyFile(encryptionKey)
    const [first, second, ...others] = rows(file)
    const forgeries = [
      [{ ...first, seed: second?.['seed'] }, second, ...others],
      // A Test Mode key instead of the live one.
      [{ ...second, purpose: 'issuer-live' }, { ...first, purpose: 'issuer-test' }, ...others],
    ]
    for (const forged of forgeries) {
      writeFileSync(file, JSON.stringify(forged))
      await expect(createFileKeys(folder, encryptionKey).list()).rejects.toThrow('cannot be decrypted')
    }
  })

  it('reports that another process is changing it', async () => {
    const { folder, file, keys } = await aKeyFile()
    writeFileSync(`${file}.lock`, '')
    const replaced = createFileKeys(folder)
      .list()
      .then(() => createFileKeys(folder).replace(newStoredKey('log-live', 2)))
    await expect(replaced).rejects.toThrow(`If no process is, delete ${file}.lock.`)
    expect(new Set(await createFileKeys(folder).list())).toEqual(new Set(keys))
  })
})
