// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ScreenMap } from '../../../widget/public'
import { $proofRequest, hideProof, requestProof } from '../../../widget/stores/modal'
import { modalStage, type ModalStage } from './open-modal'
import { profileStage } from './profile/profile-stage'

let stage: ModalStage

afterEach(() => {
  vi.useRealTimers()
  stage.leave()
})

/** A press and a click that hit this element. */
const clickOn = (element: Element | null): void =>
  act(() => {
    element?.dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true }))
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
  })

const lightDialog = () => document.querySelector<HTMLDialogElement>('#ms-light-modal dialog')

test('a click outside closes a modal in which nothing was typed, as closed', async () => {
  stage = modalStage()
  const result = stage.open()
  clickOn(stage.overlay())
  expect(await result).toEqual({ type: 'CLOSED' })
  expect(stage.dialog()?.open).toBe(false)
})

test.each(['email', 'password'])('a click outside never discards a typed %s', (field) => {
  stage = modalStage()
  void stage.open()
  stage.type(field, 'ada@example.com')
  clickOn(stage.overlay())
  expect([stage.dialog()?.open, stage.input(field).value]).toEqual([true, 'ada@example.com'])
  stage.type(field, '')
  clickOn(stage.overlay())
  expect(stage.dialog()?.open).toBe(false)
})

test('input that came back from an earlier opening counts as typed', () => {
  stage = modalStage()
  void stage.open()
  stage.type('email', 'ada@example.com')
  stage.hide()
  void stage.open()
  clickOn(stage.overlay())
  expect([stage.dialog()?.open, stage.input('email').value]).toEqual([true, 'ada@example.com'])
})

test('an email address that the page gives does not count as typed', () => {
  stage = modalStage()
  const params: ScreenMap['LOGIN'] = { email: 'ada@example.com' }
  void stage.open(params)
  expect(stage.input('email').value).toBe('ada@example.com')
  clickOn(stage.overlay())
  expect(stage.dialog()?.open).toBe(false)
})

test('the close button and the browser still close a modal in which something was typed', async () => {
  stage = modalStage()
  for (const end of [() => stage.click('.close'), () => act(async () => stage.dialog()?.close())]) {
    const result = stage.open()
    stage.type('password', 'secret word')
    await end()
    expect(await result).toEqual({ type: 'CLOSED' })
    expect(stage.dialog()?.open).toBe(false)
  }
})

test('the same in the light DOM', () => {
  stage = modalStage()
  void stage.open({ lightDom: true })
  const email = lightDialog()!.querySelector<HTMLInputElement>('[name=email]')!
  act(() => {
    email.value = 'ada@example.com'
    email.dispatchEvent(new Event('input', { bubbles: true }))
  })
  clickOn(lightDialog())
  expect(lightDialog()?.open).toBe(true)
  act(() => void (email.value = ''))
  clickOn(lightDialog())
  expect(lightDialog()?.open).toBe(false)
})

test('what others put into the dialog can be clicked, also without input', () => {
  stage = modalStage()
  void stage.open()
  const menu = document.createElement('pm-menu')
  const onClick = vi.fn<() => void>()
  menu.addEventListener('click', onClick)
  stage.dialog()?.append(menu)
  clickOn(menu)
  expect(onClick).toHaveBeenCalledOnce()
  expect(stage.dialog()?.open).toBe(true)
})

test('unsaved edits of a profile stay without a question', async () => {
  const profile = profileStage()
  stage = profile
  await profile.openProfile()
  profile.type('first-name', 'Augusta')
  clickOn(profile.overlay())
  expect([profile.dialog()?.open, profile.input('first-name').value]).toEqual([true, 'Augusta'])
  expect(profile.text()).not.toContain('Discard')
})

test('the element around the focus is a modal dialog of the page, also for a question over a modal', async () => {
  stage = modalStage()
  void stage.open()
  const first = document.activeElement?.closest('dialog')
  expect(first?.open).toBe(true)
  stage.client.getReauthenticationOptions.mockResolvedValue({ data: { methods: ['password'] } })
  await act(async () => void requestProof('deleteMember'))
  const second = document.activeElement?.closest('dialog')
  expect([second?.open, second !== first, second?.getAttribute('aria-label')]).toEqual([true, true, 'Confirm it’s you'])
  await act(async () => hideProof())
  expect([$proofRequest.get(), first?.open, document.activeElement?.closest('dialog') === first]).toEqual([
    null,
    true,
    true,
  ])
})
