// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { deepActiveElement } from '../../../../widget/lib/dom'
import type { ModalResult, ScreenMap } from '../../../../widget/public'
import { requestModal } from '../../../../widget/stores/modal'
import { type ModalStage, modalStage } from '../open-modal'

let stage: ModalStage
afterEach(() => stage.leave())

const open = async (
  name: 'DELETE_MEMBER' | 'DELETE_COMMENT',
  params: ScreenMap[typeof name] = {},
): Promise<{ result: Promise<ModalResult> }> => {
  stage = modalStage()
  let result: Promise<ModalResult> | undefined
  await act(async () => {
    result = requestModal(name, params)
  })
  return { result: result! }
}
const press = (name: string) =>
  act(async () => {
    const buttons = [...stage.overlay()!.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent === name)!.click()
  })

test('the question about an account names the dialog, describes its buttons, and has the focus on Cancel', async () => {
  const { result } = await open('DELETE_MEMBER')
  expect(stage.find('h2').textContent).toBe('Delete your account?')
  expect(stage.dialog()!.getAttribute('aria-label')).toBe(stage.find('h2').textContent)
  const group = stage.find('fieldset')
  expect(stage.find(`[id="${group.getAttribute('aria-describedby')}"]`).textContent).toContain('This can’t be undone.')
  expect(deepActiveElement(document)?.textContent).toBe('Cancel')
  await press('Yes, Delete Account')
  expect(await result).toEqual({ type: 'CONTINUE', data: null })
  expect(stage.client.deleteMember).not.toHaveBeenCalled()
})

test('Cancel closes it', async () => {
  const { result } = await open('DELETE_MEMBER')
  await press('Cancel')
  expect(await result).toEqual({ type: 'CLOSED' })
})

test('the question about a comment shows its text as plain text, and says that replies go too', async () => {
  const { result } = await open('DELETE_COMMENT', { content: '<b>First</b>', hasReplies: true })
  expect(stage.find('blockquote').textContent).toBe('<b>First</b>')
  expect(stage.text()).toContain('Its replies are deleted too.')
  await press('Delete')
  expect((await result).type).toBe('CONTINUE')
})

test('parameters of another type are ignored', async () => {
  const odd = { content: 7, hasReplies: 'yes' }
  await open('DELETE_COMMENT', Object.assign(odd))
  expect(stage.overlay()!.querySelector('blockquote')).toBeNull()
  expect(stage.text()).not.toContain('replies')
})
