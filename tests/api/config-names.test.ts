import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { readConfig } from '../../api/config'
import { settingNames, settingsReader, unknownSettings } from '../../api/config/reader'
import { editDistance } from '../../contract/edit-distance'
import type { Setting, SettingGroup } from '../../api/lib/settings'
import { settingGroups } from '../../api/config/table'
import { tempFolder } from '../support/temp-folder'

const groups: readonly SettingGroup[] = settingGroups
const settings: readonly Setting[] = groups.flatMap((group) => group.settings)

describe('a misspelled setting', () => {
  it.each([
    ['PUBLIC_API_ULR', 'PUBLIC_API_URL'],
    ['PUBLIC_API_UR', 'PUBLIC_API_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['STMP_URL', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['log_level', 'LOG_LEVEL'],
    ['GOGLE_CLIENT_ID', 'GOOGLE_CLIENT_ID'],
    ['DATADIR', 'DATA_DIR'],
  ])('%s causes a warning that proposes %s', (name, meant) => {
    expect(unknownSettings({ [name]: 's3cret' })).toEqual([
      `${name} is not a setting and is ignored. Did you mean ${meant}?`,
    ])
  })

  it('is found in the settings file too', () => {
    const file = join(tempFolder(), 'settings')
    writeFileSync(file, 'SMTP_ULR=smtp://mail.example\n')
    expect(unknownSettings({ SETTINGS_FILE: file })).toHaveLength(1)
  })

  it('is distinguished from a file variable of a public setting', () => {
    expect(unknownSettings({ DATA_DIR_FILE: 'x' })).toEqual([
      'DATA_DIR_FILE is ignored: only secrets can come from a file.',
    ])
  })

  it.each(['PATH', 'HOME', 'PORT', 'HOSTNAME', 'PWD', 'LANG', 'PGHOST', 'NODE_ENV', 'SMTP_PASSWORD', 'npm_config_url'])(
    '%s is not one: no warning',
    (name) => expect(unknownSettings({ [name]: 'x' })).toEqual([]),
  )

  it('is never an existing setting', () => {
    const ours = [...settingNames, 'OIDC_ACME_ISSUER', 'SMTP_URL_FILE', 'GOOGLE_CLIENT_SECRET_FILE']
    const env = Object.fromEntries(ours.filter((name) => name !== 'SETTINGS_FILE').map((name) => [name, 'x']))
    expect(unknownSettings(env)).toEqual([])
  })

  test.for([
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
  ] as const)('%s and %s have a distance of %i', ([from, to, distance]) =>
    expect(editDistance(from, to)).toBe(distance),
  )
})

describe('the table of settings', () => {
  it('lists each once, in capitals', () => {
    expect(new Set(settingNames).size).toBe(settingNames.length)
    for (const { name } of settings)
      expect(name).toMatch(/^(<PROVIDER>)?[A-Z][A-Z0-9_]*(<KEY>)?[A-Z0-9_]*$|^<PROVIDER>_/u)
  })

  it('has a sentence and an example for each', () => {
    for (const { name, meaning, example } of settings) {
      expect(meaning, name).toMatch(/^\p{Lu}.+\.$/su)
      expect(example, name).not.toBe('')
    }
  })

  it('lists every variable that is read', () => {
    expect(() => settingsReader({}).read('SECRET_SWITCH')).toThrow('SECRET_SWITCH is read but missing from the table')
  })

  const written = settings.filter((setting) => 'value' in setting.default && !setting.name.includes('<'))
  it.each(written.map((setting) => [setting.name, setting] as const))(
    'states the default of %s',
    (name, { default: fallback }) => {
      const beside: Record<string, string> = name === 'S3_REGION' ? S3 : name.startsWith('AIRTABLE_') ? AIRTABLE : {}
      const value = 'value' in fallback ? fallback.value : ''
      expect(readConfig({ ...beside, [name]: value })).toEqual(readConfig(beside))
    },
  )
})

const AIRTABLE = { AIRTABLE_API_KEY: 'token', AIRTABLE_BASE_ID: 'app1' }
const S3 = {
  S3_BUCKET: 'files',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}
