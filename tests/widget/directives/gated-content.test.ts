// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { $app, setReadiness } from '../../../widget/stores/app'
import { setMember } from '../../../widget/stores/identity'
import { expectConsole } from '../../setup/console-watch'
import { aMember } from '../../support/a-member'
import { anApp } from '../../support/an-app'
import { find, isShown, leavePage, mountPage, settle } from '../../support/mount-page'

const bothSides = '<p id="in" data-ms-content="members">in</p><p id="out" data-ms-content="!members">out</p>'
const comments = (): string[] =>
  [...document.body.childNodes].filter((node) => node.nodeType === 8).map((node) => node.nodeValue ?? '')

afterEach(() => {
  leavePage()
  $app.set(null)
})

test('a visitor sees one side; the other is removed, with a comment in its place', async () => {
  await mountPage(bothSides)
  expect(isShown(find('#out'))).toBe(true)
  expect(document.querySelector('#in')).toBeNull()
  expect(comments()).toEqual(['data-ms-content="members"'])
})

test('a login brings the same node back and takes the other side away, without a reload', async () => {
  document.body.innerHTML = ''
  await mountPage(bothSides, { member: aMember() })
  const inside = find('#in')
  setMember(null)
  await settle()
  expect(inside.isConnected).toBe(false)
  setMember(aMember())
  await settle()
  expect(find('#in')).toBe(inside)
  expect(document.querySelector('#out')).toBeNull()
  expect(document.body.firstChild).toBe(inside)
})

test('while it is not known who is looking nothing shows and nothing is removed', async () => {
  await mountPage(bothSides, { member: undefined, readiness: 'waiting' })
  expect(isShown(find('#in'))).toBe(false)
  expect(isShown(find('#out'))).toBe(false)
})

test('a member named before the server has answered is not believed yet', async () => {
  await mountPage(bothSides, { member: aMember(), readiness: 'waiting' })
  expect(isShown(find('#in'))).toBe(false)
  setReadiness('known')
  expect(isShown(find('#in'))).toBe(true)
})

test('without an answer in time the visitors’ side shows, and a late answer makes good', async () => {
  await mountPage(bothSides, { member: undefined, readiness: 'timed-out' })
  expect([isShown(find('#in')), isShown(find('#out'))]).toEqual([false, true])
  setMember(aMember())
  setReadiness('known')
  await settle()
  expect(isShown(find('#in'))).toBe(true)
  expect(document.querySelector('#out')).toBeNull()
})

test('gates what is added later and what changes its value', async () => {
  await mountPage('<p id="open" data-ms-content="!members">open</p>')
  document.body.insertAdjacentHTML('beforeend', '<p id="late" data-ms-content="members">late</p>')
  find('#open').setAttribute('data-ms-content', 'members')
  await settle()
  expect(document.querySelector('#late')).toBeNull()
  expect(document.querySelector('#open')).toBeNull()
})

test('gates inside gates return with what is around them', async () => {
  await mountPage('<div id="outer" data-ms-content="members"><p id="inner" data-ms-content="members">deep</p></div>')
  setMember(aMember())
  await settle()
  expect(isShown(find('#inner'))).toBe(true)
  setMember(null)
  await settle()
  expect(document.querySelector('#outer')).toBeNull()
  setMember(aMember())
  await settle()
  expect(find('#outer').contains(find('#inner'))).toBe(true)
})

test('directives inside removed content end, and start when it returns', async () => {
  const page = await mountPage('<div data-ms-content="members"><b data-ms-member="email">mail</b></div>', {
    member: aMember(),
  })
  const text = page.find('b')
  setMember(null)
  await settle()
  expect(text.textContent).toBe('mail')
  setMember(aMember())
  await settle()
  expect(text.textContent).toBe('ada@example.com')
})

test('a node that a framework owns is hidden and stays', async () => {
  document.body.innerHTML = ''
  await mountPage('<div id="root"></div>')
  Object.assign(find('#root'), { __reactContainer$x1: {} })
  find('#root').innerHTML = '<p id="owned" data-ms-content="members">owned</p>'
  await settle()
  expect(isShown(find('#owned'))).toBe(false)
})

test('the page’s body is hidden and stays', async () => {
  await mountPage('')
  document.body.setAttribute('data-ms-content', 'members')
  await settle()
  expect(document.body.isConnected).toBe(true)
  expect(isShown(document.body)).toBe(false)
  document.body.removeAttribute('data-ms-content')
})

test('an unknown value stays hidden, what is not it shows, and each is named once, when the app is known', async () => {
  await mountPage('<p id="a" data-ms-content="vip">a</p><p id="b" data-ms-content="!vip">b</p>', { member: aMember() })
  const [a, b] = [find('#a'), find('#b')]
  expect([isShown(a), isShown(b)]).toEqual([false, false])
  expectConsole('warn', /Unknown value data-ms-content="vip" .* it stays hidden/)
  expectConsole('warn', /Unknown value data-ms-content="!vip" .* everyone sees it/)
  $app.set(anApp())
  expect([isShown(a), isShown(b)]).toEqual([false, true])
  $app.set(anApp({ name: 'Renamed' }))
  document.body.insertAdjacentHTML('beforeend', '<p id="c" data-ms-content="vip">c</p>')
  await settle()
  expect(document.querySelector('#c')).toBeNull()
})

test('an unknown value on an element that has left the page already is named too', async () => {
  expectConsole('warn', /Unknown value data-ms-content="member"/)
  await mountPage('<p data-ms-content="member">a</p>')
  $app.set(anApp())
})

test('an empty value gates nothing', async () => {
  await mountPage('<p id="a" data-ms-content="">a</p>')
  expect(isShown(find('#a'))).toBe(true)
})

test('the end of the widget opens no gate', async () => {
  const page = await mountPage(bothSides, { member: undefined, readiness: 'waiting' })
  page.engine.stop()
  expect(isShown(find('#in'))).toBe(false)
})

test('settled waits until it is known who is looking', async () => {
  const page = await mountPage(bothSides, { member: undefined, readiness: 'waiting' })
  let settled = false
  const wait = page.engine.settled().then(() => (settled = true))
  await settle()
  expect(settled).toBe(false)
  setMember(null)
  setReadiness('known')
  await wait
  expect(document.querySelector('#in')).toBeNull()
})
