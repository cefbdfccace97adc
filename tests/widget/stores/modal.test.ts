import { afterEach, expect, test } from 'vitest'
import { $modalRequest, hideModal, requestModal, settleModal } from '../../../widget/stores/modal'
import { aMemberAuth } from '../../support/fake-client'

afterEach(hideModal)

const success = () => ({ type: 'LOGIN' as const, data: aMemberAuth() })

test('success resolves the opener and leaves the modal on screen', async () => {
  const opened = requestModal('LOGIN', {})
  settleModal(success())
  expect(await opened).toEqual(success())
  expect($modalRequest.get()).not.toBeNull()
})

test('hiding after success changes no result', async () => {
  const opened = requestModal('LOGIN', {})
  settleModal(success())
  hideModal()
  expect(await opened).toEqual(success())
  expect($modalRequest.get()).toBeNull()
})

test('hiding before success ends as closed', async () => {
  const opened = requestModal('LOGIN', {})
  hideModal()
  expect(await opened).toEqual({ type: 'CLOSED' })
})

test('a second modal closes the first', async () => {
  const first = requestModal('LOGIN', {})
  const second = requestModal('LOGIN', {})
  expect(await first).toEqual({ type: 'CLOSED' })
  settleModal(success())
  expect(await second).toEqual(success())
})

test('settling and hiding without a modal do nothing', () => {
  settleModal(success())
  hideModal()
  expect($modalRequest.get()).toBeNull()
})
