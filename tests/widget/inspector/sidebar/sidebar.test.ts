// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { anApp } from '../../../support/an-app'
import { aMember } from '../../../support/a-member'
import { type SidebarStage, sidebarStage } from './sidebar-stage'

let stage: SidebarStage
afterEach(() => stage.leave())

const tab = (name: string): HTMLElement => stage.control(name)
const chosen = (): string[] =>
  [...stage.root.querySelectorAll('[role=tab][aria-selected=true]')].map((one) => one.textContent ?? '')

describe('the sidebar', () => {
  it('is a landmark with a name, in English on every page, at the right', async () => {
    stage = await sidebarStage()
    const { lang, dir, dataset } = stage.find('aside')
    expect([stage.find('aside').getAttribute('aria-label'), lang, dir, dataset['side']]).toEqual([
      'Membership inspector',
      'en',
      'ltr',
      'right',
    ])
  })

  it('is away while it is closed, and keeps what was opened in it', async () => {
    stage = await sidebarStage()
    await stage.click('App')
    await stage.change(() => stage.store.showSidebar.set(false))
    expect(stage.find('aside').hidden).toBe(true)
    await stage.change(() => stage.store.showSidebar.set(true))
    expect(stage.find('aside').hidden).toBe(false)
    expect(chosen()).toEqual(['App'])
  })

  it('changes sides', async () => {
    stage = await sidebarStage()
    await stage.click('Move to the left')
    expect(stage.store.showSide.get()).toBe('left')
    expect(stage.find('aside').dataset['side']).toBe('left')
    await stage.click('Move to the right')
    expect(stage.store.showSide.get()).toBe('right')
  })

  it('closes by Escape, which the page does not hear of', async () => {
    stage = await sidebarStage()
    let heard = 0
    document.body.addEventListener('keydown', () => (heard += 1), { once: true })
    await stage.key('Escape')
    expect(stage.close).toHaveBeenCalledOnce()
    expect(heard).toBe(0)
  })

  it('leaves no style behind', async () => {
    stage = await sidebarStage()
    const { root } = stage
    expect(root.adoptedStyleSheets).toHaveLength(1)
    stage.leave()
    expect(root.adoptedStyleSheets).toHaveLength(0)
  })
})

describe('its tabs', () => {
  it('are Inspector, Member and App, the first at first', async () => {
    stage = await sidebarStage()
    expect([...stage.root.querySelectorAll('[role=tab]')].map((one) => one.textContent)).toEqual([
      'Inspector',
      'Member',
      'App',
    ])
    expect(chosen()).toEqual(['Inspector'])
    expect(stage.find('[role=tabpanel]').getAttribute('aria-labelledby')).toBe(tab('Inspector').id)
  })

  it('are one stop of the Tab key; arrows, Home and End choose', async () => {
    stage = await sidebarStage()
    const press = (key: string): Promise<void> => stage.key(key, stage.find('[aria-selected=true]'))
    const ends: (string | undefined)[] = []
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
      await press(key)
      ends.push(stage.root.activeElement?.textContent ?? undefined)
      expect(chosen()).toEqual([ends.at(-1)])
      expect([...stage.root.querySelectorAll('[role=tab][tabindex="0"]')]).toEqual([stage.root.activeElement])
    }
    expect(ends).toEqual(['Member', 'App', 'Inspector', 'App', 'Inspector', 'App'])
  })
})

describe('its links', () => {
  const links = (): (string | null)[] =>
    [...stage.root.querySelectorAll('nav a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`)

  it('are those of the footer that the owner has given a target', async () => {
    stage = await sidebarStage()
    expect(links()).toEqual([])
    const inspectorLinks = { slack: 'https://slack.test/', helpCenter: '/help', aiBot: '/bot' }
    await stage.change(() => stage.store.appData.set(anApp({ inspectorLinks })))
    expect(links()).toEqual(['Help Center /help', 'AI Bot /bot', 'Slack https://slack.test/'])
    const all = { ...inspectorLinks, components: '/components', forums: '/forums' }
    await stage.change(() => stage.store.appData.set(anApp({ inspectorLinks: all })))
    expect(links()).toHaveLength(5)
    for (const link of stage.root.querySelectorAll('nav a'))
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
  })

  it('lead from each section to its page of the dashboard, if there is one', async () => {
    stage = await sidebarStage()
    const edits = (): (string | null)[] =>
      [...stage.root.querySelectorAll('section a')].map(
        (link) => `${link.getAttribute('aria-label')}: ${link.getAttribute('href')}`,
      )
    await stage.change(() => stage.store.memberData.set(aMember()))
    await stage.click('Member')
    expect(edits()).toEqual([])
    const app = anApp({ inspectorLinks: { dashboard: 'https://owner.test/app/' } })
    const plan = { id: 'pln_a', name: 'A', description: null, priority: null, status: 'ACTIVE' as const, prices: [] }
    await stage.change(() => stage.store.appData.set({ ...app, plans: [plan] }))
    expect(edits()).toEqual([
      'Edit Member: https://owner.test/app/members',
      'Edit Custom Fields: https://owner.test/app/profile',
      'Edit Plans: https://owner.test/app/plans',
    ])
    await stage.click('App')
    expect(edits()).toEqual([
      'Edit Custom Fields: https://owner.test/app/profile',
      'Edit Gated Content: https://owner.test/app/gated-content',
      'Edit Branding: https://owner.test/app/settings/design',
      'Edit Plans: https://owner.test/app/plans',
    ])
    const first = async (dashboard: string) => {
      await stage.change(() => stage.store.appData.set(anApp({ inspectorLinks: { dashboard } })))
      return edits()[0]
    }
    expect(await first('https://owner.test/console/apps/app_a')).toBe(
      'Edit Custom Fields: https://owner.test/console/apps/app_a/profile',
    )
    expect(await first('https://owner.test/#')).toBe('Edit Custom Fields: https://owner.test/#profile')
  })
})
