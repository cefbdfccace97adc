import { afterEach, expect, test } from 'vitest'
import { modalMethods } from '../../../widget/client/create-client'
import { $modalRequest, $modalWarm, hideModal } from '../../../widget/stores/modal'

afterEach(hideModal)

test('a modal is asked for with its parameters, and closing it ends the promise', async () => {
  const opened = modalMethods.openModal('LOGIN', { translations: { login_title: 'Hello' } })
  expect($modalRequest.get()).toMatchObject({ name: 'LOGIN', params: { translations: { login_title: 'Hello' } } })
  modalMethods.hideModal()
  expect(await opened).toEqual({ type: 'CLOSED' })
})

test.each([
  ['login', 'LOGIN'],
  ['Signup', 'SIGNUP'],
  ['forgot-password', 'FORGOT_PASSWORD'],
])('a modal that a page calls %s opens', (name, wanted) => {
  // @ts-expect-error what a page's script may do
  void modalMethods.openModal(name)
  expect($modalRequest.get()?.name).toBe(wanted)
})

test.each([
  [{ type: 'LOGIN' }, undefined, 'LOGIN', {}],
  [{ type: 'login', email: 'ada@example.com' }, undefined, 'LOGIN', { email: 'ada@example.com' }],
  ['SIGNUP', { planId: 'pln_free' }, 'SIGNUP', { signup: { plans: ['pln_free'] } }],
  ['SIGNUP', { planId: ['pln_a', 'pln_b'] }, 'SIGNUP', { signup: { plans: ['pln_a', 'pln_b'] } }],
  [{ type: 'SIGNUP', planId: 'pln_free' }, null, 'SIGNUP', { signup: { plans: ['pln_free'] } }],
  ['SIGNUP', { planId: 'pln_old', signup: { plans: ['pln_free'] } }, 'SIGNUP', { signup: { plans: ['pln_free'] } }],
  ['SIGNUP', { priceId: 'prc_pro-monthly' }, 'SIGNUP', {}],
])('openModal(%j, %j) does what the page means', (name, params, wanted, given) => {
  // @ts-expect-error what a page's script may do
  void modalMethods.openModal(name, params)
  expect($modalRequest.get()).toMatchObject({ name: wanted, params: given })
  expect(Object.keys($modalRequest.get()?.params ?? {})).toEqual(Object.keys(given))
})

test('preloading wakes the modals’ code', async () => {
  await modalMethods.preloadModals()
  expect($modalWarm.get()).toEqual({ screen: undefined })
  await modalMethods.preloadModals('SIGNUP')
  expect($modalWarm.get()).toEqual({ screen: 'SIGNUP' })
})
