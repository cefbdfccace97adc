import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../api/config'
import { complaint } from '../support/config-complaint'
import { tempFolder } from '../support/temp-folder'

function fileWith(text: string): string {
  const path = join(tempFolder(), 'settings')
  writeFileSync(path, text)
  return path
}

describe('a secret', () => {
  it('may come from a file, without its last line break', () => {
    const { smtp } = readConfig({ SMTP_URL_FILE: fileWith('smtp://ann:s3cret@mail.example\n') })
    expect(smtp?.login).toEqual({ user: 'ann', password: 's3cret' })
  })

  it('of a provider may come from a file too', () => {
    const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET_FILE: fileWith('from-a-file') }
    expect(readConfig(env).social.known.google?.clientSecret).toBe('from-a-file')
  })

  it('is refused if both the variable and the file are set', () => {
    const env = { SMTP_URL: 'smtp://mail.example', SMTP_URL_FILE: fileWith('smtp://mail.example') }
    expect(complaint(env)).toBe('SMTP_URL and SMTP_URL_FILE are both set. Remove one.')
  })

  it('is missing if its file does not exist or is empty', () => {
    const missing = join(tempFolder(), 'nowhere')
    expect(complaint({ SMTP_URL_FILE: missing })).toBe(`SMTP_URL_FILE is ${missing}, which cannot be read (ENOENT).`)
    const empty = fileWith(' \n')
    expect(complaint({ DATABASE_URL_FILE: empty })).toBe(`DATABASE_URL_FILE is ${empty}, which is an empty file.`)
  })

  it('in a malformed file is refused without its text in the message', () => {
    const text = complaint({ DATABASE_URL_FILE: fileWith('mysql://ann:s3cret@db/members') })
    expect(text).toMatch(/^DATABASE_URL must look like/u)
    expect(text).not.toContain('s3cret')
  })

  it('is the only kind of setting that may be in a file of its own', () => {
    expect(readConfig({ API_PORT_FILE: fileWith('5001') }).ports.api).toBe(4001)
  })
})

describe('a settings file', () => {
  const text = '# ours\nAPI_PORT=5001\nLOG_LEVEL="info"\n\nSMTP_URL=smtp://ann:a%23b@mail.example # the mail server\n'

  it('fills in what the environment does not set', () => {
    const config = readConfig({ SETTINGS_FILE: fileWith(text), API_PORT: '6001', LOG_LEVEL: '' })
    expect(config).toMatchObject({ ports: { api: 6001 }, logLevel: 'info', smtp: { host: 'mail.example' } })
  })

  it.each([
    ['The database:', 'must look like NAME=value.'],
    ['DATA_DIR', 'must look like NAME=value.'],
    ['SMTP_URL=smtp://ann:s#cret@mail.example', 'has a # in its value. Put the value in quotes.'],
    ['SMTP_URL="smtp://mail.example', 'has an opening quote but no matching closing quote.'],
    ['SMTP_URL="smtp://"mail.example', 'has an opening quote but no matching closing quote.'],
  ])('with an ambiguous line is refused without its text in the message: %s', (line, problem) => {
    const path = fileWith(`# ours\n${line}\nDATABASE_URL=postgres://localhost/members\n${line}`)
    const said = complaint({ SETTINGS_FILE: path })
    expect(said.split('\n')).toEqual([2, 4].map((number) => `SETTINGS_FILE ${path}, line ${number}, ${problem}`))
  })

  it('may contain quotes, indentation, export and comments', () => {
    const lines = ['export API_PORT=5001', '  LOG_LEVEL = `info` # quiet', 'METRICS_TOKEN="0123456789#abcdef"', '']
    const config = readConfig({ SETTINGS_FILE: fileWith(`\uFEFF${lines.join('\r\n')}`) })
    expect(config).toMatchObject({ ports: { api: 5001 }, logLevel: 'info', metricsToken: '0123456789#abcdef' })
  })

  it('may name the files of secrets', () => {
    const secret = fileWith('smtp://mail.example')
    expect(readConfig({ SETTINGS_FILE: fileWith(`SMTP_URL_FILE=${secret}`) }).smtp?.host).toBe('mail.example')
  })

  it('stops the start if it cannot be read', () => {
    const folder = join(tempFolder(), 'folder')
    mkdirSync(folder)
    expect(complaint({ SETTINGS_FILE: folder })).toBe(`SETTINGS_FILE is ${folder}, which cannot be read (EISDIR).`)
  })

  it('is not read from an unnamed .env in the folder', () => {
    const before = process.cwd()
    const folder = tempFolder()
    writeFileSync(join(folder, '.env'), 'API_PORT=5001\n')
    try {
      process.chdir(folder)
      expect(readConfig({}).ports.api).toBe(4001)
    } finally {
      process.chdir(before)
    }
  })
})
