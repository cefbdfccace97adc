// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { App } from '../../../../contract/entities'
import { aCustomField } from '../../../support/a-custom-field'
import { aGroup } from '../../../support/a-group'
import { aMember } from '../../../support/a-member'
import { anApp } from '../../../support/an-app'
import { type SidebarStage, sidebarStage } from './sidebar-stage'

let stage: SidebarStage
afterEach(() => stage.leave())

async function open(changes: Partial<App> = {}): Promise<void> {
  stage = await sidebarStage()
  await stage.change(() => stage.store.appData.set(anApp(changes)))
  await stage.click('App')
}

const titles = (): (string | null)[] => [...stage.root.querySelectorAll('h2')].map((one) => one.textContent)
const within = (title: string, selector: string): string[] => {
  const found = [...stage.root.querySelectorAll('section')].find(
    (one) => one.querySelector('h2')?.textContent === title,
  )
  return [...(found?.querySelectorAll(selector) ?? [])].map((one) => one.textContent ?? '')
}

describe('the App tab', () => {
  it('says that the domain is in Test Mode, who signs up there, and how to go live', async () => {
    await open()
    expect(stage.find('.banner').textContent).toBe(
      `${window.location.hostname || 'This page'} is in Test Mode. New sign-ups here create test members.How to go live`,
    )
    expect(stage.control('How to go live').getAttribute('href')).toBe('https://api.test/docs/install#going-live')
    await stage.change(() => stage.store.memberData.set(aMember()))
    expect(stage.find('.banner').textContent).toContain('You are logged in as a test member.')
  })

  it('shows name and ID', async () => {
    await open({ name: 'Corner shop', id: 'app_corner' })
    expect(within('App', '.value')).toEqual(['NameCorner shop', 'IDapp_corner'])
  })

  it('lists custom fields by their order, those without one last, and opens each', async () => {
    await open({
      customFields: [
        aCustomField('none'),
        aCustomField('second', { order: 2, hidden: true, visibility: 'PRIVATE' }),
        aCustomField('zero', { order: 0 }),
        aCustomField('neither'),
      ],
    })
    expect(within('Custom Fields', '.row')).toEqual(['zero', 'second', 'none', 'neither'])
    await stage.click('second')
    expect(within('Custom Fields', '.value')).toEqual(['Keysecond', 'Order2', 'HiddenYes', 'VisibilityPRIVATE'])
    await stage.click('none')
    expect(within('Custom Fields', '.value')).toContain('OrderNot set')
  })

  it('shows each content group: key, addresses, redirect, and the plans or all members', async () => {
    await open({
      contentGroups: [
        aGroup('members', { urls: [{ filter: 'STARTS', url: '/members' }] }),
        aGroup('pro', {
          urls: [{ filter: 'EQUALS', url: '/pro.html' }],
          redirect: '/pricing.html',
          plans: [{ id: 'pln_pro' }, { id: 'pln_team' }],
        }),
      ],
    })
    expect(within('Gated Content', '.value')).toEqual([
      'Keymembers',
      'URL STARTS/members',
      'Access Denied Redirect/denied',
      'AccessAll Members',
      'Keypro',
      'URL EQUALS/pro.html',
      'Access Denied Redirect/pricing.html',
      'Planpln_pro',
      'Planpln_team',
    ])
  })

  it('says of each way to log in whether it is on', async () => {
    await open({
      authProviders: [{ provider: 'github', name: 'GitHub', icon: null, order: 1 }],
      additionalAuthMethods: { passwordless: { enabled: true, isDefault: false } },
    })
    expect(within('Authentication', 'li')).toEqual([
      'PasswordlessOn',
      'GoogleOff',
      'FacebookOff',
      'LinkedInOff',
      'DribbbleOff',
      'SpotifyOff',
      'GithubOn',
    ])
  })

  it('shows the branding, with the default color where none is set', async () => {
    await open({ branding: { logo: '/logo.png', colors: { lightMode: { primaryButton: '#0a7' } } } })
    expect(within('Branding', '.value')).toEqual(['Primary button, light mode#0a7', 'Logo/logo.png'])
    expect(stage.find('.swatch rect').getAttribute('fill')).toBe('#0a7')
    expect(stage.find('img').getAttribute('src')).toBe(new URL('/logo.png', document.baseURI).href)
    await stage.change(() => stage.store.appData.set(anApp()))
    expect(within('Branding', '.value')).toEqual(['Primary button, light modergb(41, 98, 255)', 'LogoNot set'])
  })

  it('shows plans as they are only if there are any, and all app data', async () => {
    await open()
    expect(titles()).not.toContain('Plans')
    const plan = { id: 'pln_a', name: 'A', description: null, priority: null, status: 'ACTIVE' as const, prices: [] }
    await stage.change(() => stage.store.appData.set(anApp({ plans: [plan] })))
    expect(JSON.parse(within('Plans', 'pre').join(''))).toEqual([plan])
    expect(JSON.parse(within('All App Data', 'pre').join(''))).toEqual(anApp({ plans: [plan] }))
  })

  it('says so while no app is known', async () => {
    stage = await sidebarStage()
    await stage.change(() => stage.store.appData.set(null))
    await stage.click('App')
    expect(stage.text()).toContain('The app has not loaded.')
  })
})
