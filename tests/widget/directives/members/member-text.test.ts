// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { memberValue } from '../../../../widget/directives/member-values'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { find, leavePage, mountPage } from '../../../support/mount-page'

afterEach(leavePage)

test('shows the member’s value, follows its changes, and gives the author’s text back at logout', async () => {
  await mountPage('<b data-ms-member="first-name">friend</b>', { member: aMember() })
  expect(find('b').textContent).toBe('Ada')
  setMember(aMember({ customFields: { 'first-name': 'Grace' } }))
  expect(find('b').textContent).toBe('Grace')
  setMember(null)
  expect(find('b').textContent).toBe('friend')
})

test('what is there already is not written again: scripts of the page hear of each writing', async () => {
  await mountPage('<b data-ms-member="first-name">friend</b><p data-ms-member="email">A <i>mixed</i> text</p>', {
    member: aMember(),
  })
  const observer = new MutationObserver(() => {})
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  setMember({ ...aMember() })
  expect(observer.takeRecords()).toEqual([])
  setMember(aMember({ customFields: { 'first-name': 'Grace' } }))
  expect(observer.takeRecords()).not.toEqual([])
})

test('the author’s text stays while the value is empty', async () => {
  await mountPage('<b data-ms-member="company">your company</b>', {
    member: aMember({ customFields: { company: '' } }),
  })
  expect(find('b').textContent).toBe('your company')
})

test('the author’s markup returns as the same nodes', async () => {
  await mountPage('<b data-ms-member="first-name">dear <i>friend</i></b>')
  const inner = find('i')
  setMember(aMember())
  expect([find('b').textContent, find('b').childElementCount]).toEqual(['Ada', 0])
  setMember(null)
  expect(find('b').innerHTML).toBe('dear <i>friend</i>')
  expect(find('i')).toBe(inner)
})

test('a framework’s text node is kept and written to', async () => {
  await mountPage('<b data-ms-member="first-name">friend</b>')
  const node = find('b').firstChild
  setMember(aMember())
  expect(find('b').firstChild).toBe(node)
})

test('what a framework owns keeps every node: the first text carries the value, the others are empty', async () => {
  await mountPage('<p data-ms-member="email">author <b>bold</b> end</p>')
  Object.assign(find('p'), { __reactFiber$x1: {} })
  const [first, bold, last] = [...find('p').childNodes]
  setMember(aMember())
  expect([...find('p').childNodes]).toEqual([first, bold, last])
  expect(find('p').textContent).toBe('ada@example.com')
  // As React does when a condition ends.
  find('p').removeChild(bold!)
  setMember(null)
  expect(find('p').textContent).toBe('author  end')
})

test('what a framework wrote since is the author’s text', async () => {
  await mountPage('<p data-ms-member="email">old <b>bold</b></p>')
  Object.assign(find('p'), { __reactFiber$x1: {} })
  const text = find('p').firstChild!
  setMember(aMember())
  text.nodeValue = 'new '
  setMember(null)
  expect(find('p').textContent).toBe('new bold')
  setMember(aMember())
  text.nodeValue = 'newer '
  setMember(aMember({ customFields: {} }))
  setMember(null)
  expect(find('p').textContent).toBe('newer bold')
})

test('a value is text, never markup', async () => {
  await mountPage('<b data-ms-member="first-name"></b>', {
    member: aMember({ customFields: { 'first-name': '<img src=x onerror=alert(1)>' } }),
  })
  expect(find('b').childElementCount).toBe(0)
})

test('a script or a style sheet never takes a member’s words', async () => {
  const html =
    '<script type="inert" data-ms-member="first-name"></script><style data-ms-member="first-name">p{}</style>'
  await mountPage(html, { member: aMember() })
  expect(document.body.innerHTML).toBe(html)
})

test('fields, pictures and wrappers of fields keep what they hold', async () => {
  await mountPage('<input data-ms-member="email"><label data-ms-member="first-name">Name <input id="n"></label>', {
    member: aMember(),
  })
  expect(find('label').contains(find('#n'))).toBe(true)
  expect(find('label').textContent).toContain('Name')
})

test('another key shows another value', async () => {
  const page = await mountPage('<b data-ms-member="email">mail</b>', { member: aMember() })
  find('b').setAttribute('data-ms-member', 'id')
  await page.settle()
  expect(find('b').textContent).toBe('mem_sb_ada')
})

test.each([
  ['email', 'en', 'ada@example.com'],
  ['id', 'en', 'mem_sb_ada'],
  ['signup-date', 'en-US', 'Mar 5, 2026'],
  ['signup-date', 'de', '05.03.2026'],
  ['first-name', 'en', 'Ada'],
  ['newsletter', 'en', 'false'],
  ['unknown', 'en', null],
  ['constructor', 'en', null],
  ['password', 'en', null],
])('%s in %s is %s', (key, language, expected) => {
  expect(memberValue(aMember({ customFields: { 'first-name': 'Ada', newsletter: false } }), key, language)).toBe(
    expected,
  )
})

test('an invalid page language and an invalid date do no harm', () => {
  expect(memberValue(aMember(), 'signup-date', 'not a language')).toMatch(/2026/)
  expect(memberValue(aMember({ createdAt: 'never' }), 'signup-date', 'en')).toBeNull()
})
