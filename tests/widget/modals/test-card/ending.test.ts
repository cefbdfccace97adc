// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formStage, type FormStage } from '../form-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage()
})
afterEach(() => stage.leave())

const closeButton = () => stage.element().shadowRoot!.querySelector('.close')
/** What the Escape key does in a browser. */
const escape = () => act(() => stage.dialog()?.close())
const clickBackdrop = () =>
  act(() => {
    stage.overlay()?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    stage.overlay()?.click()
  })
const isOpen = () => stage.dialog()?.open === true

test('“continue” ends it as that, and closes it', async () => {
  const result = stage.show('TEST_CARD')
  await stage.press('Continue')
  expect(await result).toEqual({ type: 'CONTINUE', data: null })
  expect(isOpen()).toBe(false)
})

test('Escape, the backdrop and the close button end it as closed', async () => {
  for (const end of [escape, clickBackdrop, () => stage.click('.close')]) {
    const result = stage.show('TEST_CARD')
    await act(async () => end())
    expect(await result).toEqual({ type: 'CLOSED' })
    expect(isOpen()).toBe(false)
  }
})

test('without the close button “continue” is the only way on, and Escape means it', async () => {
  const result = stage.show('TEST_CARD', { hideCloseButton: true })
  expect(closeButton()).toBeNull()
  clickBackdrop()
  expect(isOpen()).toBe(true)
  escape()
  expect(await result).toEqual({ type: 'CONTINUE', data: null })
  expect(isOpen()).toBe(false)
})

test('a page that hides it ends it as closed, with or without the button', async () => {
  const result = stage.show('TEST_CARD', { hideCloseButton: true })
  stage.hide()
  expect(await result).toEqual({ type: 'CLOSED' })
})

test('no other modal loses its close button', () => {
  void stage.show('LOGIN', { hideCloseButton: true })
  expect(closeButton()).not.toBeNull()
})
