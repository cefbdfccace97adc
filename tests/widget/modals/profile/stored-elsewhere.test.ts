// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { aCustomField } from './a-custom-field'
import { type ProfileStage, profileStage } from './profile-stage'

let stage: ProfileStage

afterEach(() => stage.leave())

const customFields = [
  aCustomField(),
  aCustomField({ key: 'last-name', label: 'Last name' }),
  aCustomField({ key: 'level', label: 'Level', type: 'select', options: ['New', 'Old'] }),
  aCustomField({ key: 'newsletter', label: 'Newsletter', type: 'checkbox' }),
]
const before = { 'first-name': 'Ada', 'last-name': 'Byron', level: 'New', newsletter: true }
const after = { 'first-name': 'Eve', 'last-name': 'King', level: 'Old', newsletter: false }
const open = async () => {
  stage = profileStage({ app: { customFields }, member: { customFields: before } })
  await stage.openProfile()
}
const level = () => {
  const select = stage.find('select[name=level]')
  if (!(select instanceof HTMLSelectElement)) throw new Error('The level is no select')
  return select.value
}
const shown = () => [
  stage.input('first-name').value,
  stage.input('last-name').value,
  level(),
  stage.input('newsletter').checked,
]
const storeElsewhere = () => stage.setMember(aMember({ customFields: after }))
const saveIsDisabled = () => stage.button('Save').disabled

describe('what was stored elsewhere while the profile is open', () => {
  test('shows in unchanged fields', async () => {
    await open()
    storeElsewhere()
    expect(shown()).toEqual(['Eve', 'King', 'Old', false])
    expect(saveIsDisabled()).toBe(true)
  })

  test('is what a field has to differ from to be saved', async () => {
    await open()
    storeElsewhere()
    stage.type('first-name', 'Ada')
    expect(saveIsDisabled()).toBe(false)
    stage.type('first-name', 'Eve')
    expect(saveIsDisabled()).toBe(true)
  })

  test('takes nothing away that is being typed', async () => {
    await open()
    stage.type('last-name', 'Lovelace')
    storeElsewhere()
    expect(shown()).toEqual(['Eve', 'Lovelace', 'Old', false])
    expect(saveIsDisabled()).toBe(false)
  })

  test('is not sent for unchanged fields', async () => {
    await open()
    storeElsewhere()
    stage.client.updateMember.mockReturnValue(new Promise(() => {}))
    stage.type('last-name', 'Lovelace')
    await stage.submit()
    expect(stage.client.updateMember).toHaveBeenCalledExactlyOnceWith({ customFields: { 'last-name': 'Lovelace' } })
  })
})

test('after saving, a field shows what the server made of it', async () => {
  await open()
  stage.client.updateMember.mockImplementation(async () => {
    const data = aMember({ customFields: { ...before, 'first-name': 'Augusta' } })
    setMember(data)
    return { data }
  })
  stage.type('first-name', '  Augusta ')
  await act(() => stage.submit())
  expect(stage.input('first-name').value).toBe('Augusta')
  expect(saveIsDisabled()).toBe(true)
})
