import { describe, expect, it } from 'vitest'
import { screenAt, screenRows } from '../../../console/app/screens'
import { appTexts } from '../../../console/texts/english/app'

describe('the screens', () => {
  it('have a name and a path of their own', () => {
    const texts: Record<string, unknown> = appTexts.get()
    expect(screenRows.filter(({ label }) => typeof texts[label] !== 'string')).toEqual([])
    expect(new Set(screenRows.map(({ path }) => path)).size).toBe(screenRows.length)
  })

  it.each(screenRows.map((row) => [row.label, row] as const))('%s loads a component', async (_, row) => {
    expect(typeof (await row.load()).default).toBe('function')
  })
})

describe('a path', () => {
  const rows = [{ path: '' }, { path: 'members' }, { path: 'settings' }, { path: 'settings/design' }]

  it.each([
    ['', '', ''],
    ['members', 'members', ''],
    ['members/mem_1', 'members', 'mem_1'],
    ['settings/design', 'settings/design', ''],
    ['settings/design/dark', 'settings/design', 'dark'],
    ['settings/x', 'settings', 'x'],
  ])('%j belongs to the screen %j, with %j below it', (path, screen, rest) => {
    expect(screenAt(path, rows)).toEqual({ screen: { path: screen }, rest })
  })

  it('of no screen is unknown', () => expect(screenAt('memberships', rows)).toBeNull())
})
