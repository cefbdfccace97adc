// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formStage, type FormStage } from '../form-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage()
  void stage.show('RESET_PASSWORD', { email: 'ada@example.com' })
})
afterEach(() => stage.leave())

const position = (): number => stage.boxes().findIndex((box) => box === stage.focused())

function input(index: number, value: string, data: string | null = null): void {
  const box = stage.boxes()[index]!
  act(() => {
    box.value = value
    box.dispatchEvent(new InputEvent('input', { bubbles: true, data }))
  })
}

function press(index: number, key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  act(() => {
    stage.boxes()[index]!.focus()
    stage.boxes()[index]!.dispatchEvent(event)
  })
  return event.defaultPrevented
}

function paste(index: number, text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
  act(() => void stage.boxes()[index]!.dispatchEvent(event))
}

describe('the boxes of a code', () => {
  test('are six, each with a name of its own, the first of them open to what the phone fills in', () => {
    expect(stage.boxes().map((box) => box.getAttribute('aria-label'))).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Digit ${number} of 6`),
    )
    expect(stage.find('fieldset legend').textContent).toBe('6 digit code')
    expect(stage.boxes()[0]!.getAttribute('autocomplete')).toBe('one-time-code')
    expect(stage.boxes()[0]!.maxLength).toBe(-1)
    expect(stage.boxes().every((box) => box.inputMode === 'numeric')).toBe(true)
    expect(position()).toBe(0)
  })

  test('a digit leads on to the next box; anything else is not taken', () => {
    input(0, '1', '1')
    expect(position()).toBe(1)
    input(1, 'x', 'x')
    expect(position()).toBe(1)
    expect(stage.code()).toBe('1.....')
  })

  test('a letter over a digit leaves the digit', () => {
    input(0, '1', '1')
    act(() => stage.boxes()[0]!.focus())
    input(0, 'x', 'x')
    expect(stage.code()).toBe('1.....')
    input(0, '', null)
    expect(stage.code()).toBe('......')
  })

  test('a digit in a filled box replaces the old one, before or after it', () => {
    input(0, '1', '1')
    input(0, '12', '2')
    expect(stage.code()).toBe('2.....')
    input(0, '32', '3')
    expect(stage.code()).toBe('3.....')
    expect(position()).toBe(1)
  })

  test('what the phone fills into the first box spreads over all', () => {
    input(0, '123456')
    expect(stage.code()).toBe('123456')
    expect(position()).toBe(5)
  })

  test('Backspace in an empty box moves back and empties the previous one; in a filled one the browser handles it', () => {
    input(0, '12')
    expect(press(2, 'Backspace')).toBe(true)
    expect(stage.code()).toBe('1.....')
    expect(position()).toBe(1)
    expect(press(0, 'Backspace')).toBe(false)
    expect(stage.code()).toBe('1.....')
  })

  test('the arrows walk from box to box and stop at the ends', () => {
    press(0, 'ArrowRight')
    expect(position()).toBe(1)
    press(1, 'ArrowLeft')
    expect(position()).toBe(0)
    expect(press(0, 'ArrowLeft')).toBe(false)
    expect(press(5, 'ArrowRight')).toBe(false)
  })

  test('a pasted code fills all boxes, wherever it is dropped and whatever stands between its digits', () => {
    paste(3, ' 12-34 56\n')
    expect(stage.code()).toBe('123456')
    paste(0, 'G-654321 is your code, 99')
    expect(stage.code()).toBe('654321')
  })

  test('a pasted part of a code fills from its box', () => {
    paste(3, '789')
    expect(stage.code()).toBe('...789')
    paste(4, '12345')
    expect(stage.code()).toBe('...712')
    paste(0, 'nothing')
    expect(stage.code()).toBe('...712')
  })

  test('digits of other scripts are converted', () => {
    paste(0, '١۲３456')
    expect(stage.code()).toBe('123456')
  })

  test('an empty box is named beside the boxes, and gets the focus', async () => {
    stage.enterCode('123')
    await stage.submit()
    expect(stage.note('code')).toBe('Please enter a valid code')
    expect(position()).toBe(3)
    expect(stage.find('fieldset [role=alert]').textContent).toBe('Please enter a valid code')
    expect(stage.boxes().every((box) => box.getAttribute('aria-invalid') === 'true')).toBe(true)
    expect(stage.client.resetMemberPassword).not.toHaveBeenCalled()
    input(3, '4', '4')
    expect(stage.note('code')).toBeUndefined()
  })
})
