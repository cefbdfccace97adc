// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import type { Member } from '../../../../contract/entities'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { find, leavePage, mountPage } from '../../../support/mount-page'

const OURS = 'https://api.example/files/ada.webp'
const image =
  '<img src="/nobody.png" alt="Your picture" data-ms-member="profile-image" srcset="/nobody-2x.png 2x" sizes="4rem">'
const ada = (changes: Partial<Member> = {}) => aMember({ profileImage: OURS, ...changes })
const src = () => find('img').getAttribute('src')

afterEach(leavePage)

test('shows the member’s picture, follows its changes, and is the author’s to the letter after a logout', async () => {
  await mountPage(image, { member: ada() })
  expect([src(), find('img').hasAttribute('srcset'), find('img').hasAttribute('sizes')]).toEqual([OURS, false, false])
  expect(find('img').getAttribute('alt')).toBe('Your picture')
  setMember(ada({ profileImage: 'https://api.example/files/new.webp' }))
  expect(src()).toBe('https://api.example/files/new.webp')
  setMember(null)
  expect(document.body.innerHTML).toBe(image)
})

test('is the original one for visitors, members without an image, and until the member is confirmed', async () => {
  for (const member of [null, aMember(), undefined]) {
    await mountPage(image, { member })
    expect(document.body.innerHTML).toBe(image)
  }
})

test('an image without an address of its own has none again', async () => {
  await mountPage('<img alt="" data-ms-member="profile-image">', { member: ada() })
  expect(src()).toBe(OURS)
  setMember(null)
  expect(find('img').hasAttribute('src')).toBe(false)
})

test('what a picture element offers is set aside, and returns', async () => {
  const html = `<picture><source srcset="/wide.avif" media="(min-width: 40rem)"><source srcset="/n.avif">${image}</picture>`
  await mountPage(html, { member: ada() })
  expect([...document.querySelectorAll('source')].map((source) => source.media)).toEqual(['not all', 'not all'])
  setMember(null)
  expect(document.body.innerHTML).toBe(html)
})

test('one that cannot be loaded gives way to the author’s, until there is another', async () => {
  await mountPage(image, { member: ada() })
  find('img').dispatchEvent(new Event('error'))
  expect(document.body.innerHTML).toBe(image)
  find('img').dispatchEvent(new Event('error'))
  setMember(ada({ customFields: {} }))
  expect(document.body.innerHTML).toBe(image)
  setMember(ada({ profileImage: 'https://api.example/files/new.webp' }))
  expect(src()).toBe('https://api.example/files/new.webp')
})

test('a lazy loader that puts the author’s picture over it does so once', async () => {
  await mountPage(image, { member: ada() })
  find('img').setAttribute('src', '/nobody-large.png')
  find('img').dispatchEvent(new Event('load'))
  expect(src()).toBe(OURS)
  setMember(null)
  expect(src()).toBe('/nobody-large.png')
})

test('a change of the key shows another picture', async () => {
  const page = await mountPage(image, { member: ada({ customFields: { logo: '/logo.svg' } }) })
  find('img').setAttribute('data-ms-member', 'logo')
  await page.settle()
  expect(src()).toBe(new URL('/logo.svg', document.baseURI).href)
})

describe('copies', () => {
  const copied = () => [...document.querySelectorAll('img')].map((one) => one.outerHTML)

  test('follow the member and are the author’s after the logout', async () => {
    const page = await mountPage(image, { member: ada() })
    document.body.append(find('img').cloneNode(true))
    await page.settle()
    setMember(ada({ profileImage: 'https://api.example/files/new.webp' }))
    expect(copied()[1]).toContain('new.webp')
    setMember(null)
    expect(copied()).toEqual([image, image])
  })

  test('also those that come after it, with classes of a slider', async () => {
    const page = await mountPage(`<picture><source srcset="/n.avif">${image}</picture>`, { member: ada() })
    const copy = document.importNode(find('picture'), true)
    copy.querySelector('img')!.className = 'is-copy'
    setMember(null)
    document.body.append(copy)
    await page.settle()
    expect(copy.querySelector('img')!.getAttribute('src')).toBe('/nobody.png')
    expect(copy.querySelector('source')!.hasAttribute('media')).toBe(false)
  })
})

test.each([
  ['https://images.example/a.png', 'https://images.example/a.png'],
  ['/a.png', new URL('/a.png', document.baseURI).href],
  ['javascript:alert(1)', null],
  ['data:image/png;base64,AAAA', null],
  ['blob:https://x/1', null],
  ['a word', null],
  ['https://', null],
  [false, null],
])('a custom field that holds %j gives %j', async (value, expected) => {
  await mountPage('<img src="/own.png" alt="" data-ms-member="picture">', {
    member: aMember({ customFields: { picture: value } }),
  })
  expect(src()).toBe(expected ?? '/own.png')
})

test('`profile-image` on what is no image shows nothing', async () => {
  await mountPage('<b data-ms-member="profile-image">me</b>', { member: ada() })
  expect(find('b').textContent).toBe('me')
})
