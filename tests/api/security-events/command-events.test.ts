import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { adminCommand } from '../../../commands/admin/command'
import { keysCommand } from '../../../commands/keys'
import { ownerCommand } from '../../../commands/owner'
import { notedDatabase } from '../../support/tested-engine'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

const banksFolder = new URL('../../../api/banks/', import.meta.url)
let api: TestApi
let file: string
beforeEach(async () => {
  api = await startTestApi()
  onTestFinished(() => api.close())
  file = join(api.folder, 'logs', 'security.jsonl')
})

/** The setting of the test's database, if it is not a file. */
function databaseOf(folder: string): { DATABASE_URL?: string } {
  const url = notedDatabase(join(folder, 'membership.db'))
  return url === null ? {} : { DATABASE_URL: url }
}

/** Runs a command beside the server. @returns its output */
async function run(command: 'admin' | 'owner' | 'keys', argv: string[], env: Record<string, string> = {}) {
  const printed: string[] = []
  const say = (line: string) => void printed.push(line)
  const options = {
    env: { DATA_DIR: api.folder, ...databaseOf(api.folder), SECURITY_LOG: file, ...env },
    banksFolder,
    print: say,
    complain: say,
    ask: () => Promise.resolve(''),
  }
  const commands = { admin: adminCommand, owner: ownerCommand, keys: keysCommand }
  const code = await commands[command](argv, options)
  expect([code, printed]).toEqual([0, printed])
  return printed.join('\n')
}

const written = (): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const byOwner = { kind: 'security', outcome: 'success', appId: 'app_demo', mode: 'test', actor: 'owner command' }

it('admin-key-made, admin-key-revoked: in the SECURITY_LOG file, readable only by its owner', async () => {
  const shown = await run('admin', ['keys', 'create', 'our server'])
  const id = /key_\w+/u.exec(shown)?.[0] ?? 'none'
  await run('admin', ['keys', 'revoke', id])
  expect(written()).toMatchObject([
    { ...byOwner, event: 'admin-key-made', subject: id, time: expect.stringMatching(/^\d{4}-.+Z$/u) },
    { ...byOwner, event: 'admin-key-revoked', subject: id },
  ])
  expect(written()).toHaveLength(2)
  expect(readFileSync(file, 'utf8')).not.toMatch(/sk_|our server/u)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('webhook-changed, webhook-secret-changed: by command', async () => {
  const shown = await run('admin', ['webhooks', 'add', 'https://hooks.example.com/one'])
  const id = /whe_\w+/u.exec(shown)?.[0] ?? 'none'
  await run('admin', ['webhooks', 'roll', id])
  await run('admin', ['webhooks', 'remove', id])
  expect(written().map(({ event, subject }) => [event, subject])).toEqual([
    ['webhook-changed', id],
    ['webhook-secret-changed', id],
    ['webhook-changed', id],
  ])
})

it('app-changed: one event per changed app, none for unchanged ones', async () => {
  const definition = join(api.folder, 'app_demo.json')
  await run('admin', ['apps', 'export', definition])
  await run('admin', ['apps', 'import', definition])
  writeFileSync(definition, readFileSync(definition, 'utf8').replace('"name": "Demo"', '"name": "Changed"'))
  await run('admin', ['apps', 'import', definition])
  expect(written()).toMatchObject([{ ...byOwner, event: 'app-changed', subject: 'app_demo' }])
  expect(written()).toHaveLength(1)
})

it('owner-link-made: without the link', async () => {
  const shown = await run('owner', ['link', '--app', 'app_trusttag'])
  const token = /token=([\w-]+)/u.exec(shown)?.[1] ?? 'none'
  expect(written()).toMatchObject([{ event: 'owner-link-made', appId: 'app_trusttag', actor: 'owner command' }])
  expect(readFileSync(file, 'utf8')).not.toContain(token)
})

it('signing-key-rotated: with the public key', async () => {
  const shown = await run('keys', ['rotate', 'issuer', '--test'])
  const key = /z6Mk\w+/u.exec(shown)?.[0] ?? 'none'
  expect(written()).toMatchObject([{ event: 'signing-key-rotated', mode: 'test', subject: `issuer ${key}` }])
})

it('without SECURITY_LOG a command prints its result and no event', async () => {
  const shown = await run('admin', ['keys', 'create', 'our server'], { SECURITY_LOG: '' })
  expect(shown).not.toContain('admin-key-made')
  expect(existsSync(file)).toBe(false)
})
