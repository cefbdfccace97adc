// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { offerTestCards } from '../../../../api/features/payments/test/checkout-page'
import type { ModalResult } from '../../../../widget/public'
import { eventually } from '../../../support/eventually'

const parts = { list: 'list', button: 'button', field: 'number' }
const openModal = vi.fn<() => Promise<ModalResult>>()
const part = (id: string) => document.getElementById(id)!

function offer(widget: boolean): void {
  const client = widget ? { $memberstackDom: { openModal } } : {}
  offerTestCards(Object.assign(Object.create(window), { document, requestAnimationFrame }, client), parts)
}

beforeEach(() => {
  openModal.mockReset()
  document.body.innerHTML =
    '<details id="list"></details><button id="button" hidden>Test cards</button><input id="number" />'
})

test('keeps the list if the widget did not load', () => {
  offer(false)
  expect([part('list').hidden, part('button').hidden]).toEqual([false, true])
})

test('replaces the list with the button, which opens the modal', () => {
  openModal.mockResolvedValue({ type: 'CLOSED' })
  offer(true)
  expect([part('list').hidden, part('button').hidden]).toEqual([true, false])
  part('button').click()
  expect(openModal.mock.calls).toEqual([['TEST_CARD']])
})

test('moves the focus to the number field after “continue”, even if the dialog closes slowly', async () => {
  openModal.mockResolvedValue({ type: 'CONTINUE', data: null })
  offer(true)
  const field = part('number')
  const focus = field.focus.bind(field)
  let behindDialog = 3
  field.focus = () => void (behindDialog-- > 0 || focus())
  part('button').click()
  await eventually(() => expect(document.activeElement).toBe(field))
})

test.each([
  ['closed', () => Promise.resolve<ModalResult>({ type: 'CLOSED' })],
  ['refused', () => Promise.reject(new Error('no'))],
])('a modal that is %s moves no focus', async (_, end) => {
  openModal.mockImplementation(end)
  offer(true)
  part('button').focus()
  part('button').click()
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(part('button'))
})
