import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingNames } from '../../api/config/reader'
import { settingsCommand, settingsDocument } from '../../commands/settings'
import { tempFolder } from '../support/temp-folder'

const PRODUCTION = {
  PUBLIC_API_URL: 'https://members.example.com',
  PUBLIC_SITE_URL: 'https://www.example.com',
  SMTP_URL: 'smtp://ann:s3cret@mail.example.com',
  TRUST_PROXY: '1',
}

async function run(args: readonly string[], env: Record<string, string> = {}, documentFile = '') {
  const [printed, complained]: [string[], string[]] = [[], []]
  const code = await settingsCommand(args, {
    env,
    documentFile,
    // Keeps all arguments, as `console.log` prints them all.
    print: (...lines) => void printed.push(...lines),
    complain: (...lines) => void complained.push(...lines),
  })
  return { code, output: printed.join('\n'), complained }
}

it('prints every setting with meaning and default', async () => {
  const { code, output } = await run([])
  expect(code).toBe(0)
  expect(output.match(/^ {2}TRUST_PROXY\b/gmu)).toHaveLength(1)
  for (const name of settingNames.filter((one) => !/_(CLIENT_(ID|SECRET)|(AUTHORIZE|TOKEN|USERINFO)_URL)$/.test(one)))
    expect(output).toMatch(new RegExp(`^ {2}${name}\\b`, 'mu'))
  expect(output).toContain('a whole number from 0 to 10; default: 0')
  expect(output).toContain('SMTP_URL (secret; SMTP_URL_FILE may name a file that contains it)')
  expect(output).not.toMatch(/`|\]\(/u)
})

it('writes the reference', async () => {
  const file = join(tempFolder(), 'settings.md')
  expect(await run(['--write'], {}, file)).toMatchObject({ code: 0, output: 'docs/settings.md was written.' })
  expect(readFileSync(file, 'utf8')).toBe(settingsDocument())
})

it('checks settings as a production start does, and shows no value', async () => {
  const { code, output, complained } = await run(['--check'], PRODUCTION)
  expect([code, output, complained]).toEqual([0, 'A production start would accept these settings.', []])
})

it('prints one line per refused setting, and warns about misspelled names', async () => {
  const { code, complained } = await run(['--check'], { ...PRODUCTION, TRUST_PROXY: '', VC_API: 'on', SMPT_URL: 'x' })
  expect(code).toBe(1)
  expect(complained).toEqual([
    'SMPT_URL is not a setting and is ignored. Did you mean SMTP_URL?',
    expect.stringMatching(/VC_API is for development/u),
    expect.stringMatching(/^TRUST_PROXY is 0/u),
  ])
  expect(complained.join('\n')).not.toContain('s3cret')
})

it.each([[['--chek']], [['list']], [['--check', '--write']]])('invalid usage: %j', async (args) => {
  const { code, complained } = await run(args)
  expect(code).toBe(2)
  expect(complained.at(-1)).toBe('For help, run: npm run settings -- --help')
})

it('prints help', async () => {
  const { code, output } = await run(['--help'])
  expect([code, output.split('\n')[0]]).toEqual([0, 'npm run settings [-- --check | --write]'])
})
