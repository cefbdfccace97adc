import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../api/config'
import { startApi } from '../../api/start-api'
import { freePort } from '../support/free-port'
import { sampleImage } from '../support/sample-images'
import { startSmtpServer } from '../support/smtp-server'
import { tempFolder } from '../support/temp-folder'
import { waitUntil } from '../support/wait-until'

/** The API as an owner runs it: behind a proxy, under a public host name, with a mail server. */
async function start(env: Record<string, string>) {
  const port = await freePort()
  const config = readConfig({
    API_PORT: String(port),
    PUBLIC_API_URL: 'https://members.example',
    RATE_LIMIT_FACTOR: '100',
    ...env,
  })
  const appsFolder = new URL('../../api/apps/', import.meta.url)
  const banksFolder = new URL('../../api/banks/', import.meta.url)
  const api = await startApi(config, {
    widgetFolder: tempFolder(),
    appsFolder,
    banksFolder,
    fontsFolder: tempFolder(),
    docsFolder: tempFolder(),
    consoleFolder: tempFolder(),
    log: pino({ level: 'silent' }),
  })
  onTestFinished(() => api.close(0))
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(api.url + path, { method: 'POST', body, headers: { 'x-app-id': 'app_demo', ...headers } })
  const json = (path: string, input: object, key = 'pk_demo') =>
    post(path, JSON.stringify(input), { 'content-type': 'application/json', 'x-api-key': key })
  return { ...api, post, json }
}

const account = { email: 'ann@example.com', password: 'long enough' }

describe('a public API', () => {
  it('sends mails over SMTP in both modes, with links to its public URL', async () => {
    const { port, received } = await startSmtpServer()
    const api = await start({ DATA_DIR: tempFolder(), SMTP_URL: `smtp://127.0.0.1:${port}` })
    for (const key of ['pk_demo', 'pk_sb_demo']) {
      expect((await api.json('/auth/signup', account, key)).status).toBe(200)
      await api.json('/auth/send-reset-password-email', { email: account.email }, key)
    }
    await waitUntil('the mails are there', () => received.filter(({ raw }) => /^\d{6}\r?$/mu.test(raw)).length === 2)
    const subjects = received.flatMap(({ headers }) => headers['subject'] ?? [])
    expect(subjects.filter((subject) => /password reset/u.test(subject)).toSorted()).toEqual([
      'Your Demo password reset code',
      '[Test] Your Demo password reset code',
    ])
    for (const { raw } of received) expect(raw).not.toContain('localhost')
    expect(received[0]?.raw).toContain('https://members.example/account/')
  })

  it('has no test mailbox, even under a loopback name', async () => {
    const api = await start({ DATA_DIR: tempFolder(), SMTP_URL: 'smtp://127.0.0.1:9' })
    for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/'])
      expect((await fetch(api.url + path)).status).toBe(404)
  })

  it('keeps mails while the mail server is down, over a restart', async () => {
    const [dataDir, smtpPort] = [tempFolder(), await freePort()]
    const env = { DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }
    const first = await start(env)
    await first.json('/auth/signup', account)
    expect((await first.json('/auth/send-reset-password-email', { email: account.email })).status).toBe(200)
    await first.close(2_000)
    const { received } = await startSmtpServer({ port: smtpPort })
    await start(env)
    await waitUntil('the mail is there', () => received.some(({ raw }) => /^\d{6}\r?$/mu.test(raw)))
  })
})

describe('files', () => {
  async function upload(api: Awaited<ReturnType<typeof start>>, content: Uint8Array<ArrayBuffer>) {
    const login = await (await api.json('/auth/login', account)).json()
    const form = new FormData()
    form.append('profileImage', new File([content], 'me.png'))
    const headers = { 'x-api-key': 'pk_demo', authorization: `Bearer ${login.data.tokens.accessToken}` }
    return api.post('/member/profile-image', form, headers)
  }

  it('exist after a restart, and unused ones are deleted', async () => {
    const env = { DATA_DIR: tempFolder(), SMTP_URL: 'smtp://127.0.0.1:9' }
    const first = await start(env)
    await first.json('/auth/signup', account)
    const { data } = await (await upload(first, await sampleImage('png'))).json()
    expect(data.profileImage).toMatch(/^https:\/\/members\.example\/files\//u)
    await first.close(1_000)

    const orphan = join(env.DATA_DIR, 'files', `${'e'.repeat(32)}.webp`)
    writeFileSync(orphan, 'left by a killed process')
    utimesSync(orphan, 1, 1)
    const second = await start(env)
    const { pathname } = new URL(data.profileImage)
    expect((await fetch(second.url + pathname)).headers.get('content-type')).toBe('image/webp')
    await waitUntil('the orphan is swept', () => readdirSync(join(env.DATA_DIR, 'files')).length === 1)
  })

  it('of nine megabytes are refused with a response that arrives', async () => {
    const api = await start({ DATA_DIR: tempFolder(), SMTP_URL: 'smtp://127.0.0.1:9' })
    await api.json('/auth/signup', account)
    const response = await upload(api, new Uint8Array(9_000_000))
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'file-size-too-large' }])
  })
})
