import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rmSync } from 'node:fs'
import { createCredentialCipher, readCredentialKeys } from '../../api/lib/credential-cipher'
import { findCredential, saveCredential } from '../../api/features/app-secrets/repository'
import { createFileKeys } from '../../api/features/credentials/keys'
import { readKeySettings } from '../../api/features/credentials/settings'
import { keysCommand } from '../../commands/keys'
import { startWithHolders } from '../support/tag-holders'
import type { TagHolders } from '../support/tag-holders'

let api: TagHolders
beforeEach(async () => {
  api = await startWithHolders()
})
afterEach(() => api.close())

const stored = () => createFileKeys(join(api.folder, 'keys')).list()

async function run(args: readonly string[], { typed = '', env = {} }: { typed?: string; env?: object } = {}) {
  const [printed, complained, asked]: [string[], string[], string[]] = [[], [], []]
  const code = await keysCommand(args, {
    env: { DATA_DIR: api.folder, ...env },
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
    ask: (question) => {
      asked.push(question)
      return Promise.resolve(typed)
    },
  })
  const everything = [...printed, ...complained, ...asked].join('\n')
  for (const { seed } of await stored().catch(() => [])) if (seed) expect(everything).not.toContain(seed)
  return { code, output: printed.join('\n'), complaint: complained.join('\n'), asked }
}

describe('list', () => {
  it('shows every key with its dates, and no secret', async () => {
    const { code, output } = await run(['list'])
    expect(code).toBe(0)
    expect(output.split('\n')).toHaveLength(8)
    expect(output).toContain(api.services.issuer.issuerKeys('live')[0]?.publicKeyMultibase)
    expect(output.match(/signs since 2026-11-21 09:00 UTC/gu)).toHaveLength(4)
  })
})

describe('rotate', () => {
  it('creates a new key for one purpose, and prints the next steps', async () => {
    const before = await stored()
    const { code, output } = await run(['rotate', 'issuer', '--test'])
    expect([code, output]).toEqual([0, expect.stringMatching(/The new key is z6Mk\w+\..*within 10 seconds\.$/su)])
    const after = await stored()
    expect(after).toHaveLength(5)
    expect(after.filter(({ retiredAt }) => retiredAt !== null)).toMatchObject([{ purpose: 'issuer-test', seed: null }])
    for (const purpose of ['issuer-live', 'log-live', 'log-test'])
      expect(after.filter((key) => key.purpose === purpose)).toEqual(before.filter((key) => key.purpose === purpose))
    expect((await run(['list'])).output).toMatch(/signed from 2026-11-21 09:00 UTC to .* UTC/u)
  })

  it('of the log prints the line for witnesses', async () => {
    const { output } = await run(['rotate', 'log'])
    expect(output).toMatch(/^localhost:4001\/trusttag\/log\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$/mu)
  })
})

describe('distrust', () => {
  it('removes a retired key after a confirmation, and revokes what it signed', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Cook')
    const key = api.services.issuer.issuerKeys('test')[0]?.publicKeyMultibase ?? ''
    await run(['rotate', 'issuer', '--test'])
    const refused = await run(['distrust', key], { typed: 'yes' })
    expect(refused).toMatchObject({ code: 1, complaint: 'The keys do not match. Nothing was changed.' })
    expect([await stored(), await api.store.credentials.find(trustTagId)]).toEqual([
      expect.objectContaining({ length: 5 }),
      expect.anything(),
    ])
    const { code, output } = await run(['distrust', key], { typed: `${key}\n` })
    expect([code, output]).toEqual([0, expect.stringContaining('1 TrustTags were revoked')])
    expect(await stored()).toHaveLength(4)
    expect(await api.store.credentials.listTagsWithout(10)).toEqual([trustTagId])
    expect(await api.store.statusPlaces.listRevocations('test', 1)).toHaveLength(1)
  })

  it.each([
    ['an active key', () => api.services.issuer.issuerKeys('live')[0]?.publicKeyMultibase ?? '', /Rotate it first/u],
    ['an unknown key', () => 'z6MkNobody', /Unknown key/u],
  ])('refuses %s, and asks nothing', async (_, key, complaint) => {
    const answer = await run(['distrust', key()], { typed: key() })
    expect(answer).toMatchObject({ code: 1, complaint: expect.stringMatching(complaint), asked: [] })
    expect(await stored()).toHaveLength(4)
  })

  it('refuses a key of the log', async () => {
    const key = (await run(['list'])).output.split('\n').at(-1)?.trim().split(' ')[0] ?? ''
    expect(await run(['distrust', key], { typed: key })).toMatchObject({ code: 1, asked: [] })
  })
})

describe('make', () => {
  it('is only for lost keys', async () => {
    expect(await run(['make'])).toMatchObject({ code: 1, complaint: expect.stringContaining('Keys already exist') })
    rmSync(join(api.folder, 'keys'), { recursive: true })
    expect((await run(['make'])).code).toBe(0)
    expect(await stored()).toHaveLength(4)
  })
})

describe('new', () => {
  it('prints settings that the server accepts, and stores nothing', async () => {
    const before = await stored()
    const { code, output } = await run(['new'], { env: { DATA_DIR: '/nowhere' } })
    const env = Object.fromEntries(output.split('\n').map((line) => line.split('=')))
    expect([code, readKeySettings((name) => env[name])]).toEqual([
      0,
      expect.objectContaining({ keysIn: 'environment' }),
    ])
    expect(await stored()).toEqual(before)
    for (const args of [['rotate', 'log'], ['make']])
      expect(await run(args, { env })).toMatchObject({ code: 1, complaint: expect.any(String) })
  })
})

describe('invalid usage', () => {
  it.each([[[]], [['rotate']], [['rotate', 'witness']], [['list', 'all']], [['distrust']], [['list', '--live']]])(
    '%j ends with 2 and where to read more',
    async (args: string[]) => {
      const { code, complaint } = await run(args)
      expect([code, complaint]).toEqual([2, expect.stringContaining('npm run keys -- --help')])
    },
  )

  it('without a database prints how to create one', async () => {
    const { code, complaint } = await run(['list'], { env: { DATA_DIR: join(api.folder, 'nothing') } })
    expect([code, complaint]).toEqual([1, expect.stringContaining('Start the server once to create it.')])
  })
})

describe('reencrypt', () => {
  const binding = { appId: 'app_demo', mode: 'live', kind: 'stripe' } as const
  const [old, now] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const env = { KEY_ENCRYPTION_KEY: now.toString('base64') }
  const store = (key: Uint8Array) =>
    saveCredential(api.store, {
      ...binding,
      sealed: createCredentialCipher([key]).seal(binding, 'the secret'),
      detail: '{}',
      ending: '',
      account: null,
      changedAt: 1,
      checkedAt: null,
      checkError: null,
    })
  const sealed = async () => (await findCredential(api.store, binding, 'stripe'))?.sealed ?? ''

  it('encrypts credentials with the new key, once', async () => {
    await store(old)
    const { code, output, asked } = await run(['reencrypt'], { env, typed: old.toString('base64') })
    expect({ code, output, asked: asked.length }).toEqual({
      code: 0,
      output: '1 credential was encrypted with the key of today.',
      asked: 1,
    })
    expect(createCredentialCipher([now]).open(binding, await sealed())).toBe('the secret')
    expect(createCredentialCipher([old]).open(binding, await sealed())).toBeNull()
    expect(await run(['reencrypt'], { env })).toMatchObject({ asked: [], output: expect.stringMatching(/^0 /u) })
  })

  it('from the key file needs no question', async () => {
    const [key] = readCredentialKeys({ dataDir: api.folder, databaseUrl: null }, null)
    await store(key!)
    expect(await run(['reencrypt'], { env })).toMatchObject({ code: 0, asked: [] })
    expect(createCredentialCipher([now]).open(binding, await sealed())).toBe('the secret')
  })

  it('names what a wrong key does not open, and changes nothing', async () => {
    await store(old)
    const before = await sealed()
    const { code, complaint } = await run(['reencrypt'], { env, typed: Buffer.alloc(32, 3).toString('base64') })
    expect({ code, complaint }).toEqual({ code: 1, complaint: expect.stringContaining('app_demo live stripe') })
    expect(await sealed()).toBe(before)
  })
})
