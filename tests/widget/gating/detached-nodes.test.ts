// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { setMember } from '../../../widget/stores/identity'
import { aMember } from '../../support/a-member'
import { find, isShown, leavePage, mountPage, settle } from '../../support/mount-page'

const page = '<main id="main"><p id="in" data-ms-content="members">in</p><i>after</i></main>'
const html = (): string => find('#main').innerHTML
const logIn = async (): Promise<void> => {
  setMember(aMember())
  await settle()
}
const logOut = async (): Promise<void> => {
  setMember(null)
  await settle()
}

afterEach(leavePage)

test('a state that changes many times at once leaves one node at its place, or one comment', async () => {
  await mountPage(page, { member: aMember() })
  const before = html()
  for (let turn = 0; turn < 50; turn += 1) {
    setMember(null)
    setMember(aMember())
    if (turn % 7 === 0) await settle()
  }
  await settle()
  expect(html()).toBe(before)
  await logOut()
  expect(html()).toBe('<!--data-ms-content="members"--><i>after</i>')
})

test('a node whose parent the page has moved returns with it; one whose parent is gone does not', async () => {
  await mountPage(`<div id="left"></div>${page}<section id="gone">${page.replaceAll('id="', 'id="x-')}</section>`)
  find('#left').append(find('#main'))
  find('#gone').replaceChildren()
  await logIn()
  expect(find('#left').contains(find('#in'))).toBe(true)
  expect(document.querySelectorAll('[data-ms-content]')).toHaveLength(1)
})

test('a node returns into a part of the page that is detached at that moment', async () => {
  await mountPage(page)
  const main = find('#main')
  main.remove()
  await logIn()
  document.body.append(main)
  await settle()
  expect(isShown(find('#in'))).toBe(true)
})

test('a comment that the page moves is followed', async () => {
  await mountPage(page)
  find('i').append(find('#main').firstChild!)
  await logIn()
  expect(html()).toBe('<i>after<p id="in" data-ms-content="members">in</p></i>')
})

test('where the page itself puts a removed node is its place', async () => {
  await mountPage(page, { member: aMember() })
  const node = find('#in')
  await logOut()
  find('#main').append(node)
  await settle()
  expect(html()).toBe('<i>after</i><!--data-ms-content="members"-->')
  await logIn()
  expect(html()).toBe('<i>after</i><p id="in" data-ms-content="members">in</p>')
})

test('a node that the page has moved is left where it is', async () => {
  await mountPage(page, { member: aMember() })
  const node = find('#in')
  await logOut()
  const store = document.createElement('div')
  store.append(node)
  await logIn()
  expect(store.contains(node)).toBe(true)
  expect(html()).toBe('<i>after</i>')
})

test.each(['turbo:before-cache', 'turbolinks:before-cache', 'htmx:beforeHistorySave'])(
  'a library that copies the page (%s) copies the nodes and not their comments',
  async (event) => {
    await mountPage(page)
    find('#main').dispatchEvent(new Event(event, { bubbles: true }))
    expect(isShown(find('#in'))).toBe(false)
    const copy = document.body.cloneNode(true)
    await vi.waitFor(() => expect(html()).toBe('<!--data-ms-content="members"--><i>after</i>'))
    document.body.replaceChildren(...copy.childNodes)
    await settle()
    expect(document.querySelector('#in')).toBeNull()
    await logIn()
    expect(page).toContain(html())
  },
)

test('a clone of a gated element is gated by itself', async () => {
  await mountPage(page, { member: aMember() })
  find('#main').append(find('#in').cloneNode(true))
  await logOut()
  expect(html()).toBe('<!--data-ms-content="members"--><i>after</i><!--data-ms-content="members"-->')
  await logIn()
  expect(document.querySelectorAll('#in')).toHaveLength(2)
})

test('rows, choices and list items leave and return', async () => {
  await mountPage(
    '<table><tbody><tr data-ms-content="members"><td>1</td></tr></tbody></table>' +
      '<select><option>a</option><option data-ms-content="members">b</option></select>' +
      '<ul><li data-ms-content="members">c</li></ul>',
  )
  expect(document.querySelectorAll('tr,option,li')).toHaveLength(1)
  await logIn()
  expect([...document.querySelectorAll('tr,option,li')].map((element) => element.textContent)).toEqual([
    '1',
    'a',
    'b',
    'c',
  ])
})

test('an element that Alpine made from a template is hidden and stays; what is in it may leave', async () => {
  await mountPage('')
  const made = document.createElement('div')
  Object.assign(made, { _x_dataStack: [{}] })
  made.dataset['msContent'] = 'members'
  const plain = document.createElement('div')
  Object.assign(plain, { _x_dataStack: [{}] })
  plain.append(made.cloneNode())
  document.body.append(made, plain)
  await settle()
  expect(made.isConnected && !isShown(made)).toBe(true)
  expect(plain.childElementCount).toBe(0)
})
