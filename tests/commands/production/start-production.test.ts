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

/** No setting of whoever runs the tests gets in. */
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

/** The files that a start needs, without packages and without a build. */
function sourcesOnly(): string {
  const folder = tempFolder()
  for (const one of ['commands', 'package.json']) cpSync(join(projectRoot, one), join(folder, one), { recursive: true })
  return folder
}

describe('npm run start:production', () => {
  it('serves API and site to others, without the test mailbox and without the demo pages', async () => {
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

  it('serves the demo pages where they have an address', async () => {
    const { env, demo } = await goodEnvironment()
    const running = start({ ...env, PUBLIC_DEMO_URL: 'https://demo.example.com' })
    await waitUntil('the demo pages are served', () => isListening(demo))
    await waitUntil('the addresses are told', () => running.output().includes('https://demo.example.com'))
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
  })

  it('refuses development conditions, all of them at once, a line each', async () => {
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

  it('warns of a name that is nearly a setting', async () => {
    const running = start({ PUBLIC_API_ULR: 'https://members.example.com' })
    expect((await running.ended).code).toBe(1)
    expect(running.output()).toContain('Did you mean PUBLIC_API_URL?')
  })

  it('installs nothing and builds nothing, but says what to run', async () => {
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
