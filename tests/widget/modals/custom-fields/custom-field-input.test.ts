// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import type { CustomField } from '../../../../contract/entities'
import { aField, formStage, type FormStage } from '../form-stage'

let stage: FormStage

afterEach(() => stage.leave())

function draw(changes: Partial<CustomField>, value?: string | number | boolean) {
  stage = formStage({ customFields: [aField('it', changes)] })
  void stage.show('SIGNUP', value === undefined ? {} : { customFields: { it: value } })
  return stage.control('it')
}

describe('the control of a custom field', () => {
  test.each([
    ['text', 'text', '', undefined],
    ['number', 'text', 'decimal', undefined],
    ['date', 'date', '', undefined],
    ['url', 'url', '', 'url'],
    ['phone', 'tel', '', 'tel'],
  ] as const)('%s is an input of type %s', (type, inputType, inputMode, autocomplete) => {
    const control = draw({ type })
    expect(control.getAttribute('type')).toBe(inputType)
    expect(control.getAttribute('inputmode') ?? '').toBe(inputMode)
    expect(control.getAttribute('autocomplete') ?? undefined).toBe(autocomplete)
  })

  test('a textarea has room for lines', () => {
    expect(draw({ type: 'textarea' }, 'one\ntwo').value).toBe('one\ntwo')
    expect(stage.control('it').localName).toBe('textarea')
  })

  test('a select offers the owner’s choices, with an empty one first', () => {
    const control = draw({ type: 'select', options: ['Beginner', 'Advanced'] })
    const choices = [...control.querySelectorAll('option')].map(({ value, text }) => [value, text])
    expect(choices).toEqual([
      ['', 'Please choose'],
      ['Beginner', 'Beginner'],
      ['Advanced', 'Advanced'],
    ])
    expect(control.value).toBe('')
  })

  test('starts with what is known, whatever its type', () => {
    expect(draw({ type: 'select', options: ['A', 'B'] }, 'B').value).toBe('B')
    stage.leave()
    expect(draw({ type: 'number' }, 0).value).toBe('0')
    stage.leave()
    draw({ type: 'checkbox' }, true)
    expect(stage.input('it').checked).toBe(true)
  })

  test.each([
    ['first-name', 'given-name'],
    ['Last_Name', 'family-name'],
    ['constructor', null],
  ])('a field with the key %s is filled in by browsers as %s', (key, autocomplete) => {
    stage = formStage({ customFields: [aField(key)] })
    void stage.show('SIGNUP')
    expect(stage.control(key).getAttribute('autocomplete')).toBe(autocomplete)
  })

  test('is named by its label and described by its error, of every type', async () => {
    for (const type of ['text', 'textarea', 'select', 'checkbox'] as const) {
      const control = draw({ type, required: true })
      expect(control.labels?.[0]?.textContent).toBe('The itrequired')
      await stage.submit()
      expect(stage.note('it')).toBe('Please fill in this field.')
      expect(control.getAttribute('aria-invalid')).toBe('true')
      act(() => void control.dispatchEvent(new Event('input', { bubbles: true })))
      expect(stage.note('it')).toBeUndefined()
      stage.leave()
    }
    stage = formStage()
  })

  test('half a date is named, not lost', async () => {
    const control = draw({ type: 'date' })
    Object.defineProperty(control, 'validity', { value: { badInput: true } })
    await stage.submit()
    expect(stage.note('it')).toBe('Please enter a date.')
  })
})
