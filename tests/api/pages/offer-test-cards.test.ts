// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { offerTestCards } from '../../../api/features/payments/test/card-form'
import type { ModalResult } from '../../../widget/public'
import { eventually } from '../../support/eventually'

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

test('where the widget did not load the list stays', () => {
  offer(false)
  expect([part('list').hidden, part('button').hidden]).toEqual([false, true])
})

test('where it is the button takes the list’s place and opens the modal', () => {
  openModal.mockResolvedValue({ type: 'CLOSED' })
  offer(true)
  expect([part('list').hidden, part('button').hidden]).toEqual([true, false])
  part('button').click()
  expect(openModal.mock.calls).toEqual([['TEST_CARD']])
})

test('after “continue” the number is where one types, even if the dialog takes its time to go', async () => {
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
