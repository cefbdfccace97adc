// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setMember } from '../../../widget/stores/identity'
import { aMember } from '../../support/a-member'
import { find, isShown, leavePage, mountPage, settle } from '../../support/mount-page'

const gated = (id: string, more = ''): string => `<p id="${id}" data-ms-content="members" ${more}>${id}</p>`
const present = (): string[] => [...document.querySelectorAll('p')].map((element) => element.id)

afterEach(() => {
  leavePage()
  document.body.removeAttribute('data-ms-gating')
  document.documentElement.removeAttribute('data-ms-gating')
})

test('an element that should be hidden stays, hidden', async () => {
  await mountPage(gated('a', 'data-ms-gating="hide"') + gated('b', 'data-ms-gating="remove"') + gated('c'))
  expect(present()).toEqual(['a'])
  expect(isShown(find('#a'))).toBe(false)
  setMember(aMember())
  await settle()
  expect(present().filter((id) => isShown(find(`#${id}`)))).toEqual(['a', 'b', 'c'])
})

test('the nearest choice counts, from the element outwards to the root', async () => {
  document.documentElement.setAttribute('data-ms-gating', 'hide')
  await mountPage(
    gated('a') + gated('b', 'data-ms-gating="remove"') + `<div data-ms-gating="remove">${gated('c')}</div>`,
  )
  expect(present()).toEqual(['a'])
})

test('a later choice applies to removed and hidden elements', async () => {
  await mountPage(`<div id="box">${gated('a')}</div>`)
  expect(present()).toEqual([])
  document.body.setAttribute('data-ms-gating', 'hide')
  await settle()
  expect(present()).toEqual(['a'])
  expect(isShown(find('#a'))).toBe(false)
  find('#box').setAttribute('data-ms-gating', 'remove')
  await settle()
  expect(present()).toEqual([])
  find('#box').removeAttribute('data-ms-gating')
  await settle()
  expect(present()).toEqual(['a'])
  document.body.removeAttribute('data-ms-gating')
  await settle()
  expect(present()).toEqual([])
})

test('nodes of a framework stay whatever is chosen', async () => {
  await mountPage('<div id="root"></div>')
  Object.assign(find('#root'), { __reactContainer$x1: {} })
  find('#root').innerHTML = gated('a', 'data-ms-gating="remove"')
  await settle()
  expect(present()).toEqual(['a'])
})
