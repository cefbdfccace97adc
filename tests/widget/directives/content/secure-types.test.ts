// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import type { SecureContent } from '../../../../contract/entities'
import { setMember } from '../../../../widget/stores/identity'
import { expectConsole } from '../../../setup/console-watch'
import { aMember } from '../../../support/a-member'
import { fakeClient } from '../../../support/fake-client'
import { find, leavePage, type MountedPage, mountPage } from '../../../support/mount-page'

afterEach(leavePage)

function open(html: string, type: SecureContent['type'], content: string): Promise<MountedPage> {
  const client = fakeClient()
  client.getSecureContent.mockResolvedValue({ data: { type, content } })
  return mountPage(html, { client, member: aMember() })
}
const div = '<div data-ms-secure-html="cnt_a">own</div>'

describe('in an element', () => {
  test.each([
    ['TEXT', '<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'],
    ['JSON', '{"a":1}', '{"a":1}'],
    ['IMAGE', 'https://x.example/a.png', '<img alt="" src="https://x.example/a.png">'],
    ['LINK', 'https://x.example/a', '<a href="https://x.example/a">https://x.example/a</a>'],
    [
      'FILE',
      'https://x.example/a/my%20list.pdf?x=1',
      '<a href="https://x.example/a/my%20list.pdf?x=1">my list.pdf</a>',
    ],
    ['HTML', '<i>without its tree</i>', ''],
  ] as const)('%s %s becomes %s', async (type, content, expected) => {
    await open(div, type, content)
    expect(find('div').innerHTML.replace(/<!--.*-->/, '')).toBe(expected)
  })

  test.each(['CSS', 'JS'] as const)('%s is not shown, and reported once', async (type) => {
    expectConsole('warn', new RegExp(`"cnt_a" is ${type}.* getSecureContent`))
    await open(div + div, type, 'alert(1)')
    expect(find('div').innerHTML).toBe('own')
  })

  test.each(['LINK', 'FILE', 'IMAGE'] as const)('%s with an invalid URL is rejected', async (type) => {
    expectConsole('error', /"cnt_a" could not be shown/)
    await open(div, type, 'javascript:alert(1)')
    expect(find('div').innerHTML).toBe('own')
  })

  test.each(['script', 'style', 'textarea'])('nothing is put into a %s', async (tag) => {
    const page = await open(`<${tag} data-ms-secure-html="cnt_a">own</${tag}>`, 'TEXT', 'alert(1)')
    expect(page.client.getSecureContent).not.toHaveBeenCalled()
    expect(find(tag).textContent).toBe('own')
  })
})

describe('in an image', () => {
  const img = '<img src="/own.png" alt="x" data-ms-secure-html="cnt_a">'

  test('an image becomes its picture, until the logout', async () => {
    await open(img, 'IMAGE', 'https://x.example/a.png')
    expect(find('img').getAttribute('src')).toBe('https://x.example/a.png')
    setMember(null)
    expect(document.body.innerHTML).toBe(img)
  })

  test('anything else is refused', async () => {
    expectConsole('warn', /"cnt_a" is TEXT\. An img can’t show it/)
    await open(img, 'TEXT', 'x')
    expect(document.body.innerHTML).toBe(img)
  })
})

describe('data-ms-secure-link', () => {
  const link = '<a href="/pricing.html" data-ms-secure-link="cnt_a">Download</a>'
  const href = () => find('a').getAttribute('href')

  test.each(['LINK', 'FILE', 'IMAGE'] as const)('on a link leads to a %s, until the logout', async (type) => {
    await open(link, type, 'https://x.example/list.pdf')
    expect(href()).toBe('https://x.example/list.pdf')
    setMember(null)
    expect(document.body.innerHTML).toBe(link)
  })

  test('a link without an address of its own has none again', async () => {
    await open('<a data-ms-secure-link="cnt_a">x</a>', 'LINK', 'https://x.example/')
    setMember(null)
    expect(find('a').hasAttribute('href')).toBe(false)
  })

  test('a copy that comes after the logout leads where its author wrote', async () => {
    const page = await open(link, 'LINK', 'https://x.example/')
    const copy = document.importNode(find('a'), true)
    setMember(null)
    document.body.append(copy)
    await page.settle()
    expect(copy.getAttribute('href')).toBe('/pricing.html')
  })

  test('never leads to a script', async () => {
    expectConsole('error', /"cnt_a" could not be shown/)
    await open(link, 'LINK', 'javascript:alert(1)')
    expect(href()).toBe('/pricing.html')
  })

  test.each(['HTML', 'TEXT', 'JSON', 'CSS', 'JS'] as const)('%s is not linked, and reported', async (type) => {
    expectConsole('warn', new RegExp(`"cnt_a" is ${type}. A link can’t open it`))
    await open(link, type, 'https://x.example/')
    expect(href()).toBe('/pricing.html')
  })

  test('any other element goes there at a click, by keyboard too, while it may', async () => {
    const page = await open('<div data-ms-secure-link="cnt_a">Download</div>', 'FILE', 'https://x.example/list.pdf')
    find('div').click()
    find('div').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    expect(page.visited).toEqual(['https://x.example/list.pdf', 'https://x.example/list.pdf'])
    setMember(null)
    find('div').click()
    expect(page.visited).toHaveLength(2)
  })
})
