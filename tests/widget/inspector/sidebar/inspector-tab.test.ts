// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { itemTypes } from '../../../../widget/inspector/store'
import { aMember } from '../../../support/a-member'
import { anItem, helpOf, type SidebarStage, sidebarStage } from './sidebar-stage'

let stage: SidebarStage
afterEach(() => stage.leave())

const texts = (selector: string): string[] =>
  [...stage.root.querySelectorAll(selector)].map((one) => one.textContent?.trim() ?? '')

describe('the Inspector tab', () => {
  it('shows the number of items, or that there are no issues', async () => {
    stage = await sidebarStage()
    expect(stage.find('strong').textContent).toBe('0 items')
    expect(stage.text()).toContain('No issues')
    await stage.change(() => stage.store.inspectorData.set([anItem()]))
    expect(stage.find('strong').textContent).toBe('1 item')
    await stage.change(() => stage.store.inspectorData.set([anItem(), anItem({ id: 'other' })]))
    expect(stage.find('strong').textContent).toBe('2 items')
    expect(stage.text()).not.toContain('No issues')
  })

  it('groups the items below “Events & Errors”, each group with its count', async () => {
    stage = await sidebarStage()
    const items = itemTypes.map((type) => anItem({ type, title: type }))
    await stage.change(() => stage.store.inspectorData.set([...items, anItem({ type: 'found', title: 'second' })]))
    expect(stage.find('h2').textContent).toBe('Events & Errors')
    expect(texts('h3')).toEqual(['Cart 1', 'Errors 1', 'Warnings 1', 'Events 2', 'Attributes Found 2', 'Log 0'])
    expect(texts('li b')).toEqual([
      'cart',
      'error',
      'warning',
      'plan-price-clicked',
      'content-removed',
      'found',
      'second',
    ])
  })

  it('collapses and expands each group by its heading', async () => {
    stage = await sidebarStage()
    await stage.change(() => stage.store.inspectorData.set([anItem({ type: 'found', title: 'Login form' })]))
    expect(stage.control('Attributes Found 1').getAttribute('aria-expanded')).toBe('true')
    expect(texts('li b')).toEqual(['Login form'])
    await stage.click('Attributes Found 1')
    expect(stage.control('Attributes Found 1').getAttribute('aria-expanded')).toBe('false')
    expect(texts('li b')).toEqual([])
    await stage.click('Attributes Found 1')
    expect(texts('li b')).toEqual(['Login form'])
  })

  it('draws the first hundred of a group, then all, and focuses the first new row', async () => {
    stage = await sidebarStage()
    const many = Array.from({ length: 102 }, (_, index) => anItem({ key: `${index}`, title: `Mistake ${index}` }))
    await stage.change(() => stage.store.inspectorData.set(many))
    expect([texts('li b').length, stage.find('h3').textContent]).toEqual([100, 'Errors 102'])
    await stage.click('Show all 102')
    expect(texts('li b').slice(-2)).toEqual(['Mistake 100', 'Mistake 101'])
    expect(stage.root.activeElement?.textContent).toContain('Mistake 100')
    expect(stage.text()).not.toContain('Show all')
  })

  it('shows the title of equal findings once, with their number', async () => {
    stage = await sidebarStage()
    const alike = ['first', 'second'].map((message) => anItem({ message, title: 'Unknown plan ID' }))
    await stage.change(() => stage.store.inspectorData.set([...alike, anItem({ title: 'Another' })]))
    expect(texts('li b')).toEqual(['Unknown plan ID', 'Another'])
    expect(stage.find('.run .number').textContent).toBe('2')
    expect(texts('li[data-type] small')).toEqual(['first', 'second'])
    expect(texts('h3')).toEqual(['Errors 3', 'Log 0'])
  })

  it('filters by words and by errors', async () => {
    stage = await sidebarStage()
    const items = [
      anItem({ title: 'Unknown plan ID', message: 'pln_x' }),
      anItem({ type: 'found', title: 'Login form' }),
    ]
    await stage.change(() => stage.store.inspectorData.set(items))
    await stage.click('Errors only')
    expect(texts('li b')).toEqual(['Unknown plan ID'])
    await stage.click('Errors only')
    expect(texts('li b')).toEqual(['Unknown plan ID', 'Login form'])
  })

  it('copies the report in three formats', async () => {
    stage = await sidebarStage()
    await stage.change(() => stage.store.inspectorData.set([anItem()]))
    for (const name of ['Copy report', 'Copy as Markdown', 'Copy as JSON']) await stage.click(name)
    expect(stage.copied).toEqual(['The text report.', 'The markdown report.', 'The json report.'])
  })

  it('has an icon of its own for each type', async () => {
    stage = await sidebarStage()
    await stage.change(() => stage.store.inspectorData.set(itemTypes.map((type) => anItem({ type }))))
    const drawings = itemTypes.map((type) => stage.find(`[data-icon="${type}"] path`).getAttribute('d'))
    expect(new Set(drawings).size).toBe(itemTypes.length)
    for (const icon of stage.root.querySelectorAll('svg')) expect(icon.getAttribute('aria-hidden')).toBe('true')
  })

  it('shows who is logged in, in words', async () => {
    stage = await sidebarStage()
    const status = (): unknown[] => [stage.find('.status').textContent, stage.find('.status').dataset['on']]
    expect(status()).toEqual(['Logged Out', 'false'])
    await stage.change(() => stage.store.memberData.set(aMember()))
    expect(status()).toEqual(['Logged In', 'true'])
  })

  it('switches X-ray', async () => {
    stage = await sidebarStage()
    const state = (): string | null => stage.find('[role=switch]').getAttribute('aria-checked')
    expect(state()).toBe('true')
    await stage.click('X-ray')
    expect([stage.store.xRayMode.get(), state()]).toEqual([false, 'false'])
    await stage.click('X-ray')
    expect([stage.store.xRayMode.get(), state()]).toEqual([true, 'true'])
  })

  it('copies the report', async () => {
    stage = await sidebarStage()
    await stage.click('Copy report')
    expect(stage.copied).toEqual(['The text report.'])
    expect(stage.find('output').textContent).toBe('Copied')
  })

  it('lists what has happened, the newest first, with what was sent', async () => {
    stage = await sidebarStage()
    await stage.click('Log 0')
    expect(stage.text()).toContain('Nothing logged yet.')
    const at = Date.UTC(2026, 10, 21, 12)
    await stage.change(() =>
      stage.store.log.set([
        { at, kind: 'gating', text: 'removed: only for members' },
        { at, kind: 'error', text: 'POST /auth/login → 401', detail: '{"email":"ada@example.com"}' },
      ]),
    )
    const rows = [...stage.root.querySelectorAll<HTMLElement>('ol li')]
    expect(rows.map(({ dataset }) => dataset['kind'])).toEqual(['error', 'gating'])
    expect(rows[0]?.textContent).toMatch(/^\d\d:\d\d:\d\d POST \/auth\/login → 401$/)
    await stage.change(() => rows[0]?.querySelector('button')?.click())
    expect(stage.find('ol .value').textContent).toBe('Sent{"email":"ada@example.com"}')
    const choose = (kind: string) =>
      stage.change(() => {
        const filter = stage.root.querySelector<HTMLSelectElement>('[aria-label="Filter the log"]')!
        filter.value = kind
        filter.dispatchEvent(new Event('change', { bubbles: true }))
      })
    await choose('gating')
    expect(texts('ol li')).toEqual([expect.stringMatching(/removed: only for members$/)])
    await choose('redirect')
    expect([texts('ol li'), stage.text().includes('No row matches.')]).toEqual([[], true])
  })
})

describe('help', () => {
  it('is asked for once, when the sidebar is open', async () => {
    stage = await sidebarStage([helpOf('misplaced-form-attribute')])
    await stage.change(() => stage.store.showSidebar.set(false))
    await stage.change(() => stage.store.showSidebar.set(true))
    expect(stage.answerHelp.mock.calls).toEqual([['https://api.test/inspector-help.json', { credentials: 'omit' }]])
  })
})
