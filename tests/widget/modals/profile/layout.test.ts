// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { type ProfileStage, profileStage } from './profile-stage'

let stage: ProfileStage

afterEach(() => stage.leave())

const hasPassword = (value: boolean) => ({ auth: { email: 'ada@example.com', hasPassword: value, providers: [] } })
const current = () => stage.find('nav [aria-current=page]').textContent

describe('in a wide window', () => {
  test('navigation and panel stand side by side, below the member’s e-mail', async () => {
    stage = profileStage()
    await stage.openProfile()
    expect(stage.entries()).toEqual(['Profile', 'Security', 'Logout'])
    expect(stage.find('nav').getAttribute('aria-label')).toBe('Account')
    expect([stage.title(), stage.panelTitle(), current()]).toEqual([
      'ada@example.com',
      'Profile Information',
      'Profile',
    ])
    expect(stage.hasButton('Back')).toBe(false)
    expect(stage.focused()?.textContent).toBe('Profile Information')
  })

  test('a member with a name sees it above the e-mail, and a picture in place of a drawing', async () => {
    const customFields = { 'first-name': ' Ada', lastName: 'Lovelace' }
    stage = profileStage({ member: { customFields, profileImage: 'https://files.example/ada.webp' } })
    await stage.openProfile()
    expect(stage.find('.profile-header .titles').textContent).toBe('Ada Lovelaceada@example.com')
    expect(stage.find('.profile-header img').getAttribute('src')).toBe('https://files.example/ada.webp')
  })

  test('nothing of the member is in the page’s own DOM, not even as the name of the dialog', async () => {
    stage = profileStage()
    await stage.openProfile()
    expect(stage.dialog()!.getAttribute('aria-label')).toBe('My Profile')
    expect(stage.dialog()!.outerHTML).not.toContain('ada')
  })

  test('an entry shows its panel and takes the focus to its heading', async () => {
    stage = profileStage()
    await stage.openProfile()
    await stage.press('Security')
    expect([stage.panelTitle(), current(), stage.focused()?.textContent]).toEqual(['Security', 'Security', 'Security'])
    expect(stage.find('section').getAttribute('aria-labelledby')).toBe(stage.find('h3').id)
  })

  test('the way to change the password starts and ends at security', async () => {
    stage = profileStage()
    await stage.openProfile({ tab: 'security' })
    await stage.press('Change Password')
    expect([stage.panelTitle(), current()]).toEqual(['Change Password', 'Security'])
    expect(stage.focused()).toBe(stage.input('oldPassword'))
    await stage.press('Back')
    expect(stage.panelTitle()).toBe('Security')
  })

  test('an app without visible fields starts on security and has no profile entry', async () => {
    stage = profileStage({ app: { customFields: [] } })
    await stage.openProfile()
    expect(stage.entries()).toEqual(['Security', 'Logout'])
    expect(stage.panelTitle()).toBe('Security')
  })

  test('a requested tab is the only entry', async () => {
    stage = profileStage()
    await stage.openProfile({ tab: 'security' })
    expect(stage.entries()).toEqual(['Security'])
    expect(stage.panelTitle()).toBe('Security')
  })
})

describe('in a narrow window', () => {
  test('the first panel is below the tabs, and back leads to the navigation alone, titled with the e-mail', async () => {
    stage = profileStage({ width: 520 })
    await stage.openProfile()
    expect([stage.title(), current()]).toEqual(['My Profile', 'Profile'])
    expect(stage.entries()).toEqual(['Profile', 'Security', 'Logout'])
    await stage.press('Back')
    expect(stage.title()).toBe('ada@example.com')
    expect(stage.entries()).toEqual(['Profile', 'Security', 'Logout'])
    expect(stage.hasButton('Back')).toBe(false)
    expect(stage.find('nav').querySelector('[aria-current]')).toBeNull()
    expect(stage.focused()).toBe(stage.find('h2'))
  })

  test('one pixel more is wide', async () => {
    stage = profileStage({ width: 521 })
    await stage.openProfile()
    expect(stage.panelTitle()).toBe('Profile Information')
  })

  test.each([
    ['Profile', 'My Profile'],
    ['Security', 'Security'],
  ])('%s has a view of its own, and back leads to the navigation', async (entry, title) => {
    stage = profileStage({ width: 500 })
    await stage.openProfile()
    await stage.press('Back')
    await stage.press(entry)
    expect([stage.title(), current(), stage.panelTitle()]).toEqual([title, entry, null])
    expect(stage.focused()).toBe(stage.find('h2'))
    await stage.press('Back')
    expect([stage.title(), stage.entries().length]).toEqual(['ada@example.com', 3])
    expect(stage.focused()).toBe(stage.find('h2'))
  })

  test.each([
    [true, 'Change Password'],
    [false, 'Set Password'],
  ])('where hasPassword is %s the password view is called "%s"', async (value, title) => {
    stage = profileStage({ width: 500, member: hasPassword(value) })
    await stage.openProfile()
    await stage.press('Security')
    await stage.press(title)
    expect(stage.title()).toBe(title)
    await stage.press('Back')
    expect(stage.title()).toBe('ada@example.com')
  })

  test('shows the app’s logo, or one of its own', async () => {
    stage = profileStage({ width: 500 })
    await stage.openProfile()
    expect(stage.find('.profile-header svg')).toBeTruthy()
    await stage.press('Back')
    expect(stage.find('.profile-header svg')).toBeTruthy()
    stage.leave()
    const branding = { logo: 'https://shop.example/logo.png', colors: { lightMode: {} } }
    stage = profileStage({ width: 500, app: { branding } })
    await stage.openProfile()
    expect(stage.find('.profile-header img').getAttribute('src')).toBe('https://shop.example/logo.png')
    await stage.press('Back')
    expect(stage.find('.profile-header img').getAttribute('src')).toBe('https://shop.example/logo.png')
  })

  test('a requested tab has no other tabs above it', async () => {
    stage = profileStage({ width: 500 })
    await stage.openProfile({ tab: 'security' })
    expect([stage.title(), stage.entries()]).toEqual(['Security', []])
  })
})

describe('a window that changes its width', () => {
  test('keeps what was typed, and its way back leads to the navigation', async () => {
    stage = profileStage()
    await stage.openProfile()
    stage.type('first-name', 'Augusta')
    stage.resize(520)
    expect([stage.title(), stage.entries(), stage.input('first-name').value]).toEqual([
      'My Profile',
      ['Profile', 'Security', 'Logout'],
      'Augusta',
    ])
    stage.resize(521)
    expect([stage.title(), stage.entries().length]).toEqual(['ada@example.com', 3])
    expect(stage.input('first-name').value).toBe('Augusta')
    stage.resize(520)
    await stage.press('Back')
    await stage.press('Discard changes')
    expect(stage.entries().length).toBe(3)
  })
})
