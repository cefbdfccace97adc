import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../support/free-port'
import { isListening } from '../../support/is-listening'
import { projectRoot, runNode } from '../../support/run-process'
import { startSmtpServer } from '../../support/smtp-server'
import { tempFolder } from '../../support/temp-folder'
import { waitUntil } from '../../support/wait-until'

/** Removes settings of the test environment. */
const NOTHING = { NODE_ENV: undefined, npm_lifecycle_event: undefined }

async function goodEnvironment() {
  const [site, api, demo] = await Promise.all([freePort(), freePort(), freePort()])
  const smtp = await startSmtpServer()
  const env = {
    ...NOTHING,
    SITE_PORT: String(site),
    API_PORT: String(api),
    DEMO_PORT: String(demo),
    DATA_DIR: tempFolder(),
    PUBLIC_API_URL: 'https://members.example.com',
    PUBLIC_SITE_URL: 'https://www.example.com',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    TRUST_PROXY: '1',
  }
  return { env, site, api, demo }
}

const start = (env: Record<string, string | undefined>, cwd = projectRoot) =>
  runNode(['commands/production.mjs'], { env: { ...NOTHING, ...env }, cwd })

/** Sources without packages and build. */
function sourcesOnly(): string {
  const folder = tempFolder()
  for (const one of ['commands', 'package.json']) cpSync(join(projectRoot, one), join(folder, one), { recursive: true })
  return folder
}

const body = v.object({ code: v.optional(v.string()), data: v.optional(v.unknown()) })
const createdApp = v.object({
  script: v.string(),
  keys: v.object({ test: v.string(), live: v.string() }),
  secretKey: v.object({ key: v.string(), mode: v.string() }),
})

describe('npm run start:production', () => {
  it('serves API and site publicly, without the test mailbox and the demo pages', async () => {
    const { env, api, site, demo } = await goodEnvironment()
    const running = start(env)
    await waitUntil('it serves', () => isListening(api))
    expect((await fetch(`http://127.0.0.1:${api}/health`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${api}/dev/mailbox`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${site}/`)).status).toBe(200)
    expect(await isListening(demo)).toBe(false)
    running.child.kill('SIGTERM')
    expect(await running.ended).toEqual({ code: 0, signal: null })
    expect(running.output()).not.toMatch(/Demo pages|Test mailbox/u)
  })

  it('serves the demo pages if they have a public URL', async () => {
    const { env, demo } = await goodEnvironment()
    const running = start({ ...env, PUBLIC_DEMO_URL: 'https://demo.example.com' })
    await waitUntil('the demo pages are served', () => isListening(demo))
    await waitUntil('the addresses are told', () => running.output().includes('https://demo.example.com'))
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
  })

  it('starts without the demo app, and serves a newly created app within seconds', async () => {
    const { env, api } = await goodEnvironment()
    const running = start(env)
    await waitUntil('it serves', () => isListening(api))
    const ask = async (path: string, key: string) => {
      const answer = await fetch(`http://127.0.0.1:${api}${path}`, { headers: { 'x-api-key': key } })
      return [answer.status, v.parse(body, await answer.json())] as const
    }
    expect(await ask('/app', 'pk_sb_demo')).toMatchObject([401, { code: 'invalid-public-key' }])
    expect(await ask('/admin/plans', 'sk_sb_demo')).toMatchObject([401, { code: 'invalid-secret-key' }])
    const admin = async (...words: string[]) => {
      const command = runNode(['commands/run.mjs', 'admin', ...words], { env: { ...NOTHING, ...env } })
      return { code: (await command.ended).code, output: command.output() }
    }
    expect((await admin('apps', 'list')).output).toMatch(/^1 app\napp_trusttag /u)
    const options = [
      '--domains',
      'www.acme.example',
      '--sign-in',
      'both',
      '--sender',
      'hi@acme.example',
      '--verify',
      'yes',
    ]
    const created = await admin('apps', 'create', '--name', 'Acme', ...options, '--json')
    expect(created.code).toBe(0)
    const app = v.parse(createdApp, JSON.parse(created.output))
    expect(app.script).toBe(
      '<script src="https://members.example.com/membership.js?app=app_acme" data-memberstack-app="app_acme"></script>',
    )
    await expect
      .poll(() => ask('/app', app.keys.test))
      .toMatchObject([200, { data: { id: 'app_acme', mode: 'sandbox' } }])
    expect(app.secretKey.mode).toBe('live')
    expect(await ask('/admin/plans', app.secretKey.key)).toEqual([200, { data: [] }])
    expect((await admin('keys', 'list')).output).toContain('Name the app with --app: app_acme, app_trusttag.')
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
  })

  it('keeps an installation with the demo app unchanged', async () => {
    const { env, api } = await goodEnvironment()
    const asked = () =>
      fetch(`http://127.0.0.1:${api}/app`, { headers: { 'x-api-key': 'pk_sb_demo' } }).then(({ status }) => status)
    for (const [demoUrl, status] of [
      ['https://demo.example.com', 200],
      ['', 200],
    ] as const) {
      const running = start({ ...env, PUBLIC_DEMO_URL: demoUrl })
      await waitUntil('it serves', () => isListening(api))
      expect(await asked()).toBe(status)
      running.child.kill('SIGTERM')
      await running.ended
    }
  })

  it('refuses development settings, all at once, one line each', async () => {
    const { env } = await goodEnvironment()
    const running = start({
      ...env,
      SMTP_URL: '',
      TRUST_PROXY: '',
      PUBLIC_SITE_URL: 'http://www.example.com',
      VC_API: 'on',
    })
    expect((await running.ended).code).toBe(1)
    const lines = running.output().trim().split('\n')
    expect(lines.map((line) => /[A-Z]+_[A-Z_]+/u.exec(line)?.[0])).toEqual([
      'VC_API',
      'PUBLIC_SITE_URL',
      'SMTP_URL',
      'TRUST_PROXY',
    ])
  })

  it('warns about a misspelled setting', async () => {
    const running = start({ PUBLIC_API_ULR: 'https://members.example.com' })
    expect((await running.ended).code).toBe(1)
    expect(running.output()).toContain('Did you mean PUBLIC_API_URL?')
  })

  it('installs and builds nothing, but prints what to run', async () => {
    const folder = sourcesOnly()
    const uninstalled = start({}, folder)
    expect((await uninstalled.ended).code).toBe(1)
    expect(uninstalled.output()).toMatch(/^Not installed yet: .+ Run `npm ci` first\.\n$/u)

    for (const name of packagesOf(folder)) pretendInstalled(folder, name)
    const unbuilt = start({}, folder)
    expect((await unbuilt.ended).code).toBe(1)
    expect(unbuilt.output()).toMatch(/^Not built yet: .+ Run `npm run build` first\.\n$/u)
  })
})

function pretendInstalled(folder: string, name: string): void {
  mkdirSync(join(folder, 'node_modules', name), { recursive: true })
  writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}')
}

function packagesOf(folder: string): string[] {
  const { dependencies } = v.parse(manifest, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return Object.keys(dependencies)
}

const manifest = v.object({ dependencies: v.record(v.string(), v.string()) })
