// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { $modalRequest } from '../../../../widget/stores/modal'
import { aMember } from '../../../support/a-member'
import { aCustomField } from './a-custom-field'
import { type ProfileStage, profileStage } from './profile-stage'

let stage: ProfileStage

afterEach(() => stage.leave())

const customFields = [
  aCustomField(),
  aCustomField({ key: 'last-name', label: 'Last name', order: null }),
  aCustomField({ key: 'site', label: 'Site', type: 'url', order: 3 }),
  aCustomField({ key: 'newsletter', label: 'Newsletter', type: 'checkbox', order: 2 }),
  aCustomField({ key: 'note', label: 'Note', hidden: true }),
  aCustomField({ key: 'rank', label: 'Rank', restrictToAdmin: true }),
]
const member = { customFields: { 'first-name': 'Ada', newsletter: true, note: 'secret', rank: 'gold' } }
const open = async () => {
  stage = profileStage({ app: { customFields }, member })
  stage.client.updateMember.mockImplementation(async ({ customFields: changes }) => {
    const data = aMember({ customFields: { ...member.customFields, ...changes } })
    setMember(data)
    return { data, message: 'Your changes have been saved.' }
  })
  await stage.openProfile()
}
const saveIsDisabled = () => stage.button('Save').disabled
const box = () => stage.input('newsletter')

describe('the custom fields of the profile', () => {
  test('show the stored values, in the owner’s order, without what is hidden or the admin’s', async () => {
    await open()
    const labels = [...stage.find('.fields').querySelectorAll('label')].map((label) => label.textContent)
    expect(labels).toEqual(['First name', 'Newsletter', 'Site', 'Last name'])
    expect([stage.input('first-name').value, stage.input('last-name').value]).toEqual(['Ada', ''])
    expect(box().checked).toBe(true)
    expect(stage.text()).not.toContain('secret')
  })

  test('can be saved only while one differs from what is stored', async () => {
    await open()
    expect(saveIsDisabled()).toBe(true)
    stage.type('first-name', 'Ad')
    expect(saveIsDisabled()).toBe(false)
    stage.type('first-name', 'Ada')
    expect(saveIsDisabled()).toBe(true)
    await act(async () => box().click())
    expect(saveIsDisabled()).toBe(false)
    await act(async () => box().click())
    expect(saveIsDisabled()).toBe(true)
  })

  test('send what differs, thank with the server’s message, and are saved then', async () => {
    await open()
    stage.type('last-name', ' Lovelace ')
    await act(async () => box().click())
    stage.button('Save').focus()
    await stage.submit()
    expect(stage.client.updateMember).toHaveBeenCalledExactlyOnceWith({
      customFields: { 'last-name': 'Lovelace', newsletter: false },
    })
    expect(stage.status()).toBe('Your changes have been saved.')
    expect(saveIsDisabled()).toBe(true)
    expect(stage.focused()?.textContent).toBe('Profile Information')
    stage.type('last-name', '')
    expect(saveIsDisabled()).toBe(false)
  })

  test('have a sentence of their own for a server without one', async () => {
    await open()
    stage.client.updateMember.mockResolvedValue({ data: aMember() })
    stage.type('first-name', 'Augusta')
    await stage.submit()
    expect(stage.status()).toBe('Saved.')
  })

  test('keep what was typed when saving fails, and can be sent again', async () => {
    await open()
    stage.client.updateMember.mockRejectedValueOnce({ message: 'Not now.' })
    stage.type('first-name', 'Augusta')
    await stage.submit()
    expect([stage.alert(), stage.input('first-name').value, saveIsDisabled()]).toEqual(['Not now.', 'Augusta', false])
    await stage.submit()
    expect([stage.alert(), stage.client.updateMember.mock.calls.length]).toEqual(['', 2])
  })

  test('name what is wrong beside the field and ask the server nothing', async () => {
    await open()
    stage.type('site', 'shop')
    await stage.submit()
    expect(stage.input('site').getAttribute('aria-invalid')).toBe('true')
    expect(stage.text()).toContain('Please enter a web address that starts with https://.')
    expect(stage.focused()).toBe(stage.input('site'))
    expect(stage.client.updateMember).not.toHaveBeenCalled()
  })

  test('are sent once however often they are submitted, with a loader over the profile', async () => {
    await open()
    stage.client.updateMember.mockReturnValue(new Promise(() => {}))
    stage.type('first-name', 'Augusta')
    await stage.submit()
    await stage.submit()
    expect(stage.client.updateMember).toHaveBeenCalledOnce()
    expect([stage.busy(), stage.input('first-name').readOnly]).toEqual([true, true])
    expect(stage.find('.profile').getAttribute('aria-busy')).toBe('true')
  })

  test.each(['Escape', 'the close button', 'another tab'])('are asked about before %s drops them', async (way) => {
    await open()
    stage.type('first-name', 'Augusta')
    stage.input('first-name').focus()
    const escape = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    const leave = async () => {
      if (way === 'Escape') await act(async () => void stage.input('first-name').dispatchEvent(escape()))
      else if (way === 'another tab') await stage.press('Security')
      else await stage.click('.close')
    }
    const asks = () => stage.hasButton('Discard changes')
    await leave()
    expect(asks()).toBe(true)
    expect(stage.focused()).toBe(stage.button('Keep editing'))
    await act(async () => void stage.focused()?.dispatchEvent(escape()))
    expect([asks(), stage.input('first-name').value]).toEqual([false, 'Augusta'])
    expect(stage.focused()?.isConnected).toBe(true)
    await leave()
    await stage.press('Keep editing')
    expect([asks(), stage.dialog()?.open]).toEqual([false, true])
    await leave()
    await stage.press('Discard changes')
    if (way === 'another tab') expect(stage.panelTitle()).toBe('Security')
    else expect($modalRequest.get()).toBeNull()
  })

  test('are not asked about once they are saved', async () => {
    await open()
    stage.type('first-name', 'Augusta')
    await stage.submit()
    await stage.click('.close')
    expect($modalRequest.get()).toBeNull()
  })

  test('wait during another call of the profile', async () => {
    await open()
    stage.client.logout.mockReturnValue(new Promise(() => {}))
    await stage.press('Logout')
    stage.type('first-name', 'Augusta')
    await stage.submit()
    expect(stage.client.updateMember).not.toHaveBeenCalled()
    expect(stage.input('first-name').value).toBe('Augusta')
  })
})
