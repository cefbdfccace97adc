import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CONSOLE_APP_ID, CONSOLE_PUBLIC_KEY } from '../../../contract/admin/console-session'
import { adminCommand } from '../../../commands/admin/command'
import { openConsole, STAFF_PASSWORD } from '../../support/console-people'
import type { ConsoleBrowser, TestConsole } from '../../support/console-people'

let site: TestConsole
let owner: ConsoleBrowser & { id: string }

// The server stays open on the same database.
beforeEach(async () => {
  site = await openConsole({ development: false, rateLimitFactor: 1 })
  onTestFinished(() => site.close())
  // Commands have a clock of their own.
  site.clock.advance(Date.now() - site.clock.now())
  owner = await site.owner()
})

async function admin(...argv: string[]) {
  const lines: string[] = []
  const code = await adminCommand(argv, {
    env: { DATA_DIR: site.folder },
    banksFolder: new URL('../../../api/banks/', import.meta.url),
    print: (line) => void lines.push(line),
    complain: (line) => void lines.push(line),
  })
  return { code, output: lines.join('\n') }
}

const how = { app: CONSOLE_APP_ID, key: CONSOLE_PUBLIC_KEY, origin: 'http://localhost:4001' }
const logIn = (password: string) => site.call('login', { email: 'owner@example.test', password, device: null }, how)

describe('console link', () => {
  test('lets a locked-out owner in, once, and writes who made it into the audit log', async () => {
    // After so many guesses not even the right password counts.
    for (let guess = 0; guess < 30; guess += 1) await logIn(`wrong ${guess}`)
    expect((await logIn(STAFF_PASSWORD)).status).not.toBe(200)
    const { code, output } = await admin('console', 'link', '--json')
    expect(code).toBe(0)
    const { url } = JSON.parse(output)
    expect(url).toMatch(/^http:\/\/localhost:4001\/console\/setup#[\w-]{43}$/u)
    const setUp = () =>
      site.send('POST', '/console/session/setup', {
        body: { token: url.split('#')[1], name: 'Olga', email: 'owner@example.test', password: `${STAFF_PASSWORD}-2` },
      })
    const back = site.browserOf(await setUp())
    expect(back.id).toBe(owner.id)
    const me = (browser: ConsoleBrowser) => site.ask('getMe', {}, browser)
    expect((await me(back)).data).toMatchObject({ isServerOwner: true })
    expect((await me(owner)).code).toBe('console-login-required')
    expect((await setUp()).code).toBe('invalid-setup-link')
    const logged = (await site.store.auditLog.list(CONSOLE_APP_ID, 'live', 10)).map(
      ({ actor, act }) => `${actor}: ${act}`,
    )
    expect(logged).toEqual(expect.arrayContaining(['owner command: console.link', 'Olga: console.recover']))
  })

  test('is shown with its end, and is in no log', async () => {
    const { output } = await admin('console', 'link')
    const [heading, url = '', end] = output.split('\n')
    expect([heading, end]).toEqual(['Console', expect.stringMatching(/^The link works once, until \d{4}-.*Z\.$/u)])
    const token = url.split('#')[1] ?? 'none'
    expect(JSON.stringify(site.dumpDatabase())).not.toContain(token)
    expect([...site.logLines, ...site.securityLines].join('')).not.toContain(token)
  })
})

describe('the app of the console', () => {
  test('is in no list of apps', async () => {
    expect((await admin('apps', 'list')).output).not.toContain(CONSOLE_APP_ID)
    for (const name of ['listMyApps', 'listServerApps', 'getMe'] as const) {
      const { status, text } = await site.ask(name, {}, owner, { 'console-app': null, 'console-mode': null })
      expect({ name, status, text }).toEqual({ name, status: 200, text: expect.not.stringContaining(CONSOLE_APP_ID) })
    }
  })

  test.each([
    ['apps', 'export', 'out.json'],
    ['keys', 'create', 'CRM'],
    ['keys', 'list'],
    ['members', 'export', 'out.json'],
    ['webhooks', 'list'],
  ])('is refused by `admin -- %s %s`', async (...words) => {
    const before = site.dumpDatabase()
    const argv = words.map((word) => (word === 'out.json' ? join(site.folder, word) : word))
    const { code, output } = await admin(...argv, '--app', CONSOLE_APP_ID, '--mode', 'live')
    expect({ code, output }).toEqual({ code: 1, output: expect.not.stringContaining('owner@example.test') })
    expect(existsSync(join(site.folder, 'out.json'))).toBe(false)
    expect(site.dumpDatabase()).toEqual(before)
  })

  test('is not an app of the admin API: nobody has a role or key there', async () => {
    for (const name of ['listMembers', 'exportMembers', 'getDefinition', 'listStaff', 'listAuditLog'] as const) {
      const input = name === 'exportMembers' ? { format: 'json' } : {}
      const there = { 'console-app': CONSOLE_APP_ID, 'console-mode': 'live' }
      expect(await site.ask(name, input, owner, there)).toMatchObject({ status: 403, code: 'right-missing' })
    }
  })
})
