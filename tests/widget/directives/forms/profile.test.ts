// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { CustomFieldValue } from '../../../../contract/entities'
import { setMember } from '../../../../widget/stores/identity'
import { setReadiness } from '../../../../widget/stores/app'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { aMember } from '../../../support/a-member'
import { fakeClient } from '../../../support/fake-client'
import { leavePage, mountPage, settle, type MountedPage, type PageState } from '../../../support/mount-page'

afterEach(leavePage)

const SAVED = 'Your changes have been saved.'
const stored = { 'first-name': 'Ada', size: 'XXL', years: 0 }
const fields = `<input data-ms-member="first-name"><input data-ms-member="company">
  <input type="checkbox" data-ms-member="newsletter"><input type="number" data-ms-member="years">
  <select data-ms-member="size"><option>S</option><option>M</option></select>`

/** A page with the form, and a server that merges its input, in capitals. */
async function profilePage(html = fields, state: PageState = { member: aMember({ customFields: stored }) }) {
  const client = fakeClient()
  let server: Record<string, CustomFieldValue> = stored
  client.updateMember.mockImplementation(async ({ customFields }) => {
    const shout = (value: CustomFieldValue) => (typeof value === 'string' ? value.toUpperCase() : value)
    server = {
      ...server,
      ...Object.fromEntries(Object.entries(customFields).map(([key, value]) => [key, shout(value)])),
    }
    const data = aMember({ customFields: server })
    setMember(data)
    return { data }
  })
  const page = await mountPage(`<form data-ms-form="profile">${html}<button>Save</button></form>`, { client, ...state })
  return { page, client, saved: () => client.updateMember.mock.calls.map(([params]) => params.customFields) }
}

const field = (page: MountedPage, key: string) => page.field(`[data-ms-member="${key}"]`)

async function save(page: MountedPage): Promise<void> {
  page.find('button').click()
  await settle()
}

test('only what was changed is sent, and what is stored but not on offer is not lost', async () => {
  const { page, client, saved } = await profilePage()
  field(page, 'company').value = 'Engines'
  field(page, 'newsletter').checked = true
  await save(page)
  expect(saved()).toEqual([{ company: 'Engines', newsletter: true }])
  expect(client._showMessage).toHaveBeenCalledWith(SAVED, false, page.find('form'))
  field(page, 'newsletter').checked = false
  await save(page)
  expect(saved()[1]).toEqual({ newsletter: false })
})

test('the fields then hold what the server made of it, and follow again', async () => {
  const { page } = await profilePage()
  field(page, 'first-name').value = 'Augusta'
  await save(page)
  expect(field(page, 'first-name').value).toBe('AUGUSTA')
  setMember(aMember({ customFields: { 'first-name': 'Byron' } }))
  expect(field(page, 'first-name').value).toBe('Byron')
})

test('what the app has no field for stays where it was typed', async () => {
  const { page, client } = await profilePage()
  client.updateMember.mockImplementationOnce(async () => {
    setMember(aMember({ customFields: { ...stored, 'first-name': 'Augusta' } }))
    return { data: aMember() }
  })
  field(page, 'first-name').value = 'Augusta'
  field(page, 'company').value = 'Unknown'
  await save(page)
  expect(field(page, 'company').value).toBe('Unknown')
})

test('input during a save stays', async () => {
  const { page, client } = await profilePage()
  field(page, 'first-name').value = 'Augusta'
  const answer = client.updateMember.getMockImplementation()
  client.updateMember.mockImplementationOnce(async (params) => {
    field(page, 'first-name').value = 'Augusta Ada'
    return answer!(params)
  })
  await save(page)
  expect(field(page, 'first-name').value).toBe('Augusta Ada')
})

test('with nothing to save it is a success without a call', async () => {
  const { page, client, saved } = await profilePage()
  await save(page)
  field(page, 'first-name').value = 'Augusta'
  field(page, 'first-name').value = 'Ada'
  await save(page)
  expect(saved()).toEqual([])
  expect(client._showMessage).toHaveBeenLastCalledWith(SAVED, false, page.find('form'))
})

test('what the author wrote into a hidden field is sent', async () => {
  const { page, saved } = await profilePage('<input type="hidden" data-ms-member="first-name" value="done">')
  await save(page)
  expect(saved()).toEqual([{ 'first-name': 'done' }])
})

test('an empty hidden field holds what is stored, so that saving deletes nothing, and sends what a script wrote', async () => {
  const { page, saved } = await profilePage('<input type="hidden" data-ms-member="first-name">')
  expect(field(page, 'first-name').value).toBe('Ada')
  await save(page)
  expect(saved()).toEqual([])
  field(page, 'first-name').value = 'Ada, Grace'
  await save(page)
  expect(saved()).toEqual([{ 'first-name': 'Ada, Grace' }])
})

test('the address is no custom field', async () => {
  const { page, saved } = await profilePage('<input data-ms-member="email"><input data-ms-member="company">')
  field(page, 'email').value = 'other@example.com'
  field(page, 'company').value = 'Engines'
  await save(page)
  expect(saved()).toEqual([{ company: 'Engines' }])
})

test('sent before the member is known, it waits and overwrites nothing', async () => {
  const { page, saved } = await profilePage(fields, { member: undefined, readiness: 'waiting' })
  field(page, 'company').value = 'Engines'
  await save(page)
  expect(saved()).toEqual([])
  setMember(aMember({ customFields: stored }))
  setReadiness('known')
  await settle()
  expect(saved()).toEqual([{ company: 'Engines' }])
})

test('with a member who could not be confirmed in time it asks again first', async () => {
  const { page, client, saved } = await profilePage(fields, { member: undefined, readiness: 'timed-out' })
  client.getCurrentMember.mockImplementation(async () => {
    const data = aMember({ customFields: stored })
    setMember(data)
    return { data }
  })
  field(page, 'company').value = 'Engines'
  await save(page)
  expect(saved()).toEqual([{ company: 'Engines' }])
})

test('a visitor is asked to log in', async () => {
  const { page, client, saved } = await profilePage(fields, { member: null })
  field(page, 'company').value = 'Engines'
  await save(page)
  expect(saved()).toEqual([])
  expect(client._showMessage).toHaveBeenCalledWith('Please log in.', true, page.find('form'))
})

test('a failed save keeps what was typed, also when the session has ended', async () => {
  const { page, client } = await profilePage()
  client.updateMember.mockImplementationOnce(async () => {
    setMember(null)
    throw new MembershipError('client/invalid-token', 'An invalid token has been provided.', 401, {})
  })
  field(page, 'company').value = 'Engines'
  await save(page)
  expect(client._showMessage).toHaveBeenCalledWith('An invalid token has been provided.', true, page.find('form'))
  expect(field(page, 'company').value).toBe('Engines')
  expect(field(page, 'first-name').value).toBe('')
})

test('a member who logs in during a save gets their own values', async () => {
  const { page, client } = await profilePage()
  client.updateMember.mockImplementationOnce(async () => {
    setMember(aMember({ id: 'mem_sb_other', customFields: { 'first-name': 'Grace' } }))
    return { data: aMember() }
  })
  field(page, 'first-name').value = 'Augusta'
  await save(page)
  expect(field(page, 'first-name').value).toBe('Grace')
})

test('sent twice at once it saves once', async () => {
  const { page, client } = await profilePage()
  field(page, 'company').value = 'Engines'
  for (let time = 0; time < 3; time += 1) page.find('form').dispatchEvent(new Event('submit', { cancelable: true }))
  await settle()
  expect(client.updateMember).toHaveBeenCalledTimes(1)
})
