// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { App } from '../../../../contract/entities'
import { meaningOf, verbOf } from '../../../../widget/directives/memberstack-1/markup'
import { expectConsole } from '../../../setup/console-watch'
import { aPaidPlan } from '../../../support/a-plan-connection'
import { aMember } from '../../../support/a-member'
import { anApp } from '../../../support/an-app'

afterEach(() => vi.restoreAllMocks())

const price = (id: string, status: 'ACTIVE' | 'INACTIVE' = 'ACTIVE') => ({
  id,
  name: null,
  type: 'SUBSCRIPTION' as const,
  status,
  amount: 10,
  currency: 'usd',
  interval: { type: 'MONTHLY', count: 1 },
})
const plan = (id: string, prices: App['plans'][number]['prices'] = []) => ({
  id,
  name: id,
  description: null,
  priority: null,
  status: 'ACTIVE' as const,
  prices,
})
const app = anApp({
  plans: [
    plan('pln_5c61ea85'),
    plan('pln_crew'),
    plan('pln_captain', [price('prc_old', 'INACTIVE'), price('prc_captain')]),
  ],
})

function meaning(html: string, known: Parameters<typeof meaningOf>[1] = { app, member: null }) {
  document.body.innerHTML = html
  const element = document.body.firstElementChild
  if (!element) throw new Error('No element')
  return meaningOf(element, known)
}

test.each([
  ['<form ms-login="true"></form>', { 'data-ms-form': 'login' }],
  ['<form ms-signup></form>', { 'data-ms-form': 'signup' }],
  ['<form ms-profile="true"></form>', { 'data-ms-form': 'profile' }],
  ['<form ms-forgot="true"></form>', { 'data-ms-form': 'forgot-password' }],
  ['<a href="#" ms-login="true">x</a>', { 'data-ms-modal': 'login' }],
  ['<a ms-forgot="true">x</a>', { 'data-ms-modal': 'forgot-password' }],
  ['<button ms-profile="true">x</button>', { 'data-ms-modal': 'profile' }],
  ['<a href="/login" ms-login="true">x</a>', {}],
  ['<a href="#" ms-login="false">x</a>', {}],
  ['<a href="#" ms-logout="true">x</a>', { 'data-ms-action': 'logout' }],
  ['<a href="#" data-ms-logout>x</a>', { 'data-ms-action': 'logout' }],
  ['<a ms-member-page="true">x</a>', { 'data-ms-action': 'login-redirect' }],
  ['<input ms-field="first-name" />', { 'data-ms-member': 'first-name' }],
  ['<b ms-data="first-name">you</b>', { 'data-ms-member': 'first-name' }],
  ['<b ms-data="first-name">you <i>there</i></b>', {}],
  ['<p ms-content="crew">x</p>', { 'data-ms-content': 'crew' }],
  ['<p ms-hide-element="true">x</p>', {}],
  ['<form action="#/ms/login"><input type="email" /></form>', { 'data-ms-form': 'login' }],
  ['<form action="/#/ms/password-reset"><input /></form>', { 'data-ms-form': 'forgot-password' }],
  [
    '<form action="#/ms/signup/crew"><input name="email" /></form>',
    { 'data-ms-form': 'signup', 'data-ms-plan:update': 'pln_crew' },
  ],
  ['<form action="/#/ms/logout"><input name="q" /><button>Log out</button></form>', {}],
  ['<form action="#/ms/login"><input type="hidden" name="a" /><input type="submit" /></form>', {}],
  ['<form action="/search"><input name="q" /></form>', {}],
])('%s means %o', (html, expected) => expect(meaning(html)).toEqual(expected))

test.each([
  ['#/ms/login', { 'data-ms-modal': 'login' }],
  ['/#/ms/profile', { 'data-ms-modal': 'profile' }],
  ['/account#/ms/logout', { 'data-ms-action': 'logout' }],
  ['#/ms/password-reset', { 'data-ms-modal': 'forgot-password' }],
  ['#/ms/member-page/default', { 'data-ms-action': 'login-redirect' }],
  ['#/ms/membership/redirect', { 'data-ms-action': 'login-redirect' }],
  ['/lessons#/ms/content/crew', { 'data-ms-content': 'crew' }],
  ['#/ms/signup', { 'data-ms-modal': 'signup' }],
  ['#/ms/signup/pln_crew', { 'data-ms-modal': 'signup', 'data-ms-plan:update': 'pln_crew' }],
  ['#/ms/signup/5c61ea85', { 'data-ms-modal': 'signup', 'data-ms-plan:update': 'pln_5c61ea85' }],
  ['#/ms/signup/captain', { 'data-ms-modal': 'signup', 'data-ms-price:add': 'prc_captain' }],
  ['/join#/ms/signup/crew', { 'data-ms-plan:update': 'pln_crew' }],
  ['#/ms/constructor', {}],
  ['#/about', {}],
])('a link to %s means %o', (href, expected) => expect(meaning(`<a href="${href}">x</a>`)).toEqual(expected))

test('a member who pays switches the price: a new membership replaced the old one', () => {
  const member = aMember({ planConnections: [aPaidPlan()] })
  expect(meaning('<a data-ms-membership="prc_captain">x</a>', { app, member })).toEqual({
    'data-ms-price:update': 'prc_captain',
  })
})

test('while the app is unknown, a membership adds no plan yet', () => {
  expect(meaning('<a href="#/ms/signup/crew">x</a>', { app: null, member: null })).toEqual({
    'data-ms-modal': 'signup',
  })
})

test('an unknown membership is named once, and the server refuses it', () => {
  expectConsole('warn', /no plan or price "60aa".*Give the plan the ID pln_60aa/)
  expect(meaning('<form ms-signup="true" data-ms-membership="60aa"></form>')).toEqual({
    'data-ms-form': 'signup',
    'data-ms-plan:update': 'pln_60aa',
  })
  expect(meaning('<form data-ms-form="signup" data-ms-membership="60aa"></form>')).toEqual({})
})

test.each([
  ['/a#/ms/signup/pln_x?b', { verb: 'signup', id: 'pln_x' }],
  ['#/ms/login', { verb: 'login', id: '' }],
  ['#/ms/toString', null],
  ['#login', null],
])('the verb of %s', (href, expected) => expect(verbOf(href)).toEqual(expected))
