import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { memberErrors } from '../../../console/screens/texts/member-errors'
import { filterRows, listRows, lostIn, savable, sectionStarts, toChanges } from '../../../console/screens/texts/rows'
import { defaultTexts } from '../../../widget/modals/texts/english'

/** The server never sends them. */
const ofBrowser = new Set(['popup-blocked', 'passkey-canceled', 'passkeys-not-supported', 'passkey-already-added'])

const rows = listRows({ login: 'Enter', our_key: 'Ours' })

describe('the rows', () => {
  it('are all texts of the widget and errors that members see, once, and the keys of the app alone', () => {
    const keys = rows.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining(Object.keys(defaultTexts)))
    expect(rows.find(({ key }) => key === 'our_key')).toEqual({ key: 'our_key', section: 'others', standard: null })
  })

  it('have sections that all begin with a key of the widget', () => {
    expect([...sectionStarts.keys()].filter((key) => !(key in defaultTexts))).toEqual([])
    expect(rows.find(({ key }) => key === 'signup_button')?.section).toBe('signup')
    expect(rows.find(({ key }) => key === 'team_seats')?.section).toBe('team')
  })

  it('have the errors that the languages translate, except those of the browser and the variants of one', () => {
    const german: object = JSON.parse(
      readFileSync(new URL('../../../widget/translations/de.json', import.meta.url), 'utf8'),
    )
    const translated = Object.keys(german).flatMap((key) => /^error_(?!too-many-requests_)(.+)/.exec(key)?.[1] ?? [])
    expect(Object.keys(memberErrors).toSorted()).toEqual(translated.filter((code) => !ofBrowser.has(code)).toSorted())
  })
})

describe('changes', () => {
  it('contain what differs, and null for a text that was emptied', () => {
    const stored = { login: 'Enter', password: 'Secret' }
    expect(toChanges(stored, { login: '', password: ' Secret ', or: 'else', email_address: ' ' })).toEqual({
      login: null,
      or: 'else',
    })
  })

  it('can not be saved without a placeholder, and the preview leaves those out', () => {
    expect(lostIn('team_seats', '{max} seats')).toEqual(['{count}'])
    expect(lostIn('team_seats', '  ')).toEqual([])
    expect(savable({ team_seats: 'seats', login: 'Enter', or: null })).toEqual({ login: 'Enter', or: null })
  })
})

describe('search and filter', () => {
  const find = (search: string, filter: 'all' | 'own' | 'gaps' = 'all', edits: Record<string, string> = {}) =>
    filterRows(rows, {
      search,
      filter,
      edits,
      textOf: (key) => edits[key] ?? (key === 'login' ? 'Enter' : key === 'our_key' ? 'Ours' : ''),
    }).map(({ key }) => key)

  it('finds by key, default and own text, with all words', () => {
    expect(find('enter').includes('login')).toBe(true)
    expect(find('team_seats')).toEqual(['team_seats'])
    expect(find('seats taken')).toEqual(expect.arrayContaining(['team_seats', 'seats_full_warning']))
    expect(find('seats zebra')).toEqual([])
  })

  it('shows own texts or gaps; a text that is being emptied stays', () => {
    expect(find('', 'own')).toEqual(['login', 'our_key'])
    expect(find('', 'gaps')).not.toContain('login')
    expect(find('', 'own', { login: '' })).toContain('login')
  })
})
