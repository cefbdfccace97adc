import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSetting, settingsReader } from '../../api/config/reader'
import { readConfig } from '../../api/config'
import { findProgram } from '../long/engines/find-program'
import { freePort } from '../support/free-port'
import { isListening } from '../support/is-listening'
import { projectRoot, runNode } from '../support/run-process'
import { tempFolder } from '../support/temp-folder'
import { waitUntil } from '../support/wait-until'

const folder = join(projectRoot, 'docs/production')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const analyze = findProgram('systemd-analyze')

/** Longest shutdown: requests in progress have ten seconds. */
const CLOSE_SECONDS = 10

describe('the systemd unit', () => {
  const unit = read('membership.service')
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'mu').exec(unit)?.[1] ?? ''

  it.runIf(analyze !== null)('is valid as it is, and has almost no exposure', () => {
    const file = join(tempFolder(), 'membership.service')
    // The installation creates user and folder.
    writeFileSync(file, unit.replace(/^(User|Group)=.*$/gmu, '').replace('/opt/membership\n', '/opt\n'))
    expect(execFileSync(analyze ?? '', ['verify', file], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
    const lines = execFileSync(analyze ?? '', [
      'security',
      '--offline=yes',
      '--no-pager',
      join(folder, 'membership.service'),
    ])
    const exposure = Number(/exposure level for \S+: ([\d.]+)/u.exec(String(lines))?.[1])
    expect(exposure).toBeLessThan(2)
  })

  it('starts the build as an unprivileged user, and restarts after an error', () => {
    expect(valueOf('ExecStart')).toBe('/usr/bin/env node commands/production.mjs')
    expect(existsSync(join(projectRoot, 'commands/production.mjs'))).toBe(true)
    expect([valueOf('User'), valueOf('Restart'), valueOf('NoNewPrivileges')]).toEqual([
      'membership',
      'on-failure',
      'yes',
    ])
    // By default systemd gives up after five starts in ten seconds.
    expect([valueOf('StartLimitIntervalSec'), valueOf('StartLimitBurst')]).toEqual(['0', ''])
    expect([valueOf('ProtectSystem'), valueOf('StateDirectory')]).toEqual(['strict', 'membership'])
  })

  it('allows more time to stop than the server needs', () => {
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(CLOSE_SECONDS + readConfig({}).drainSeconds)
  })
})

describe('settings files', () => {
  const assigned = (text: string): string[] =>
    [...text.matchAll(/^(?:# )?(?:Environment=)?([A-Z][A-Z0-9_]+)=/gmu)].map(([, name = '']) => name)

  it.each(['membership.service', 'settings.env'])('%s has only existing settings', (name) => {
    const names = assigned(read(name)).map((one) =>
      one.replace(/_FILE$/u, (end) => (one === 'SETTINGS_FILE' ? end : '')),
    )
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter((one) => findSetting(one) === undefined)).toEqual([])
  })

  it('a start in production accepts the delivered settings', () => {
    const config = readConfig({ SETTINGS_FILE: join(folder, 'settings.env') }, { production: true })
    expect(config).toMatchObject({ dataDir: '/var/lib/membership', trustProxyHops: 1, development: false })
  })

  it('systemd and the server read them the same way', () => {
    const { read: setting } = settingsReader({ SETTINGS_FILE: join(folder, 'settings.env') })
    for (const line of read('settings.env')
      .split('\n')
      .filter((one) => /^[A-Z]/u.test(one))) {
      const [name = '', ...value] = line.split('=')
      expect(setting(name)).toBe(value.join('='))
    }
  })
})

describe('the image', () => {
  const dockerfile = read('Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) /gmu)].map(([, path = '']) => path)

  it('has everything that a start needs, and needs to write none of it', { timeout: 60_000 }, async () => {
    const app = join(tempFolder(), 'app')
    mkdirSync(app)
    for (const path of copied.filter((one) => one !== 'node_modules'))
      cpSync(join(projectRoot, path), join(app, path), { recursive: true })
    symlinkSync(join(projectRoot, 'node_modules'), join(app, 'node_modules'))
    const before = fingerprint(app)
    const [site, api] = await Promise.all([freePort(), freePort()])
    const running = runNode(['commands/production.mjs'], {
      cwd: app,
      env: {
        npm_lifecycle_event: undefined,
        SETTINGS_FILE: join(folder, 'settings.env'),
        DATA_DIR: tempFolder(),
        SITE_PORT: String(site),
        API_PORT: String(api),
      },
    })
    await waitUntil('it serves', async () => {
      if (running.child.exitCode !== null) throw new Error(running.output())
      return isListening(api)
    })
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${api}/ready`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${api}/docs/self-hosting`)).status).toBe(200)
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
    expect(fingerprint(app)).toEqual(before)
  })

  it('runs as an unprivileged user, with a health check', () => {
    expect(dockerfile).toMatch(/^USER node$/mu)
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\\\n.*127\.0\.0\.1:4001\/ready/mu)
    expect(dockerfile.match(/^FROM (\S+)/gmu)).toEqual(['FROM node:24-slim', 'FROM node:24-slim'])
  })

  it('is built without data, settings and local files of the builder', () => {
    const ignored = read('Dockerfile.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', 'dist', 'node_modules', '**/*.env']))
  })
})

/** Every file below a folder, with size and modification time. */
const fingerprint = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`)
    .toSorted()
