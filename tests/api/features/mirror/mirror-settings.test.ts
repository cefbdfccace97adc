import { describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { openMirror } from '../../../../api/features/mirror/airtable'
import { readConfig } from '../../../../api/config'

const both = { AIRTABLE_API_KEY: 'pat_secret', AIRTABLE_BASE_ID: 'appBase1' }
const loopback = { AIRTABLE_API_URL: 'http://127.0.0.1:6100' }
const open = { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' }

describe('the settings of Airtable', () => {
  it('name the tables, or leave them their usual names', () => {
    expect(readConfig(both).airtable).toEqual({
      apiKey: 'pat_secret',
      baseId: 'appBase1',
      tables: { signup: 'Signups', purchase: 'Purchases' },
      apiUrl: 'https://api.airtable.com',
    })
    const named = { ...both, AIRTABLE_SIGNUPS_TABLE: 'tblA', AIRTABLE_PURCHASES_TABLE: 'tblB' }
    expect(readConfig(named).airtable?.tables).toEqual({ signup: 'tblA', purchase: 'tblB' })
  })

  it.each([
    [{ AIRTABLE_API_KEY: 'pat_secret' }, 'AIRTABLE_BASE_ID'],
    [{ AIRTABLE_BASE_ID: 'appBase1' }, 'AIRTABLE_API_KEY'],
    [{ ...both, AIRTABLE_API_KEY: 'pat secret' }, 'AIRTABLE_API_KEY'],
    [{ ...both, AIRTABLE_BASE_ID: '../secret' }, 'AIRTABLE_BASE_ID'],
    [{ ...both, AIRTABLE_API_URL: 'http://192.0.2.1' }, 'AIRTABLE_API_URL'],
    [{ ...both, ...loopback, ...open }, 'AIRTABLE_API_URL'],
  ])('that cannot be meant stop the start with a line that names them and no value: %o', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
    expect(() => readConfig(env)).not.toThrow(/secret/u)
  })

  it('may point to a fake server while only this machine can reach the API', () => {
    expect(readConfig({ ...both, ...loopback }).airtable?.apiUrl).toBe(loopback.AIRTABLE_API_URL)
  })
})

describe('at the start', () => {
  const lines = (settings: Parameters<typeof openMirror>[0]) => {
    const said: string[] = []
    const mirror = openMirror(settings, pino({ level: 'info' }, { write: (line: string) => void said.push(line) }))
    return { mirror, said }
  }

  it('it is said once that nothing is set up', () => {
    const { mirror, said } = lines(null)
    expect(mirror).toBeNull()
    expect(said).toHaveLength(1)
    expect(JSON.parse(said[0]!)).toMatchObject({
      level: 40,
      msg: 'Airtable not configured. Please set environment variables.',
    })
  })

  it('nothing is said where something is', () => {
    const { mirror, said } = lines(readConfig(both).airtable)
    expect([mirror === null, said]).toEqual([false, []])
  })
})
