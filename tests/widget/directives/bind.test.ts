// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setMember } from '../../../widget/stores/identity'
import { setReadiness } from '../../../widget/stores/app'
import { aMember } from '../../support/a-member'
import { find, leavePage, mountPage, settle } from '../../support/mount-page'

// This DOM treats `data-ms-bind:class` as a namespaced `class`, so elements here have no class of their own. Elements
// with classes and styles are tested in a browser (tests/e2e/attributes/gating-choice.spec.ts).
const bound = (more: string): string => `<p id="a" data-ms-gating="hide" data-ms-bind:class="on" ${more}>a</p>`
const classes = (): string | null => find('#a').getAttribute('class')
const waiting = { member: undefined, readiness: 'waiting' } as const

afterEach(leavePage)

test('an element is bound while it may show', async () => {
  await mountPage(bound('data-ms-content="members"'))
  expect(classes()).toBeNull()
  setMember(aMember())
  expect(classes()).toBe('on')
  setMember(null)
  expect(classes()).toBeNull()
})

test('an element removed and returned is bound again', async () => {
  await mountPage('<p id="a" data-ms-content="members" data-ms-bind:class="on">a</p>', { member: aMember() })
  const element = find('#a')
  setMember(null)
  await settle()
  expect(element.hasAttribute('class')).toBe(false)
  setMember(aMember())
  await settle()
  expect(classes()).toBe('on')
})

test('without a gate of its own it is bound once it is known who is looking', async () => {
  await mountPage(bound(''), waiting)
  expect(classes()).toBeNull()
  setMember(null)
  expect(classes()).toBe('on')
})

test('nothing is bound while a session is unconfirmed; without an answer the visitors’ side is', async () => {
  await mountPage(bound('data-ms-content="!members"'), waiting)
  expect(classes()).toBeNull()
  setReadiness('timed-out')
  expect(classes()).toBe('on')
})

test('an element that names another value is taken at its new word', async () => {
  await mountPage(bound(''))
  expect(classes()).toBe('on')
  find('#a').setAttribute('data-ms-content', 'members')
  await settle()
  expect(classes()).toBeNull()
})
