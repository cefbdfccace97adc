// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember } from '../../../support/a-member'
import { type FakeClient, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const html = '<form id="f"><button data-ms-action="profile-image">Change picture</button></form>'
let client: FakeClient

beforeEach(() => {
  client = fakeClient()
  client.updateMemberProfileImage.mockResolvedValue({ data: { profileImage: 'https://x/1' }, message: 'Updated.' })
})
afterEach(leavePage)

const aFile = (type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], 'me.png', { type })
const open = () => mountPage(html, { member: aMember(), client })
/** The input behind the browser's picker. */
const pickers = () => [...document.querySelectorAll<HTMLInputElement>('input[type=file]')]

async function choose(...files: File[]): Promise<void> {
  const [picker] = pickers()
  Object.defineProperty(picker, 'files', { value: files })
  picker!.dispatchEvent(new Event('change'))
  await settle()
}

test('opens a picker for images, hidden and outside the forms of the page', async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click')
  await open()
  expect(pickers()).toEqual([])
  find('button').click()
  expect(opened).toHaveBeenCalledOnce()
  const [picker] = pickers()
  expect([picker!.accept, picker!.form, picker!.style.display, picker!.style.getPropertyPriority('display')]).toEqual([
    'image/*',
    null,
    'none',
    'important',
  ])
})

test('uploads what was chosen and says what the server says', async () => {
  await open()
  find('button').click()
  const file = aFile()
  await choose(file)
  expect(client.updateMemberProfileImage).toHaveBeenCalledExactlyOnceWith({ profileImage: file })
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Updated.')
  expect(pickers()).toEqual([])
})

test('scripts of the page that follow its fields hear nothing of the picker', async () => {
  await open()
  const heard: string[] = []
  const note = ({ type }: Event) => void heard.push(type)
  for (const type of ['click', 'input', 'change', 'cancel']) document.addEventListener(type, note)
  find('button').click()
  heard.length = 0
  const [picker] = pickers()
  for (const type of ['click', 'input', 'cancel', 'change']) picker!.dispatchEvent(new Event(type, { bubbles: true }))
  for (const type of ['click', 'input', 'change', 'cancel']) document.removeEventListener(type, note)
  expect(heard).toEqual([])
})

test('is busy during the upload, not while the file picker is open', async () => {
  let answer: () => void = () => {}
  client.updateMemberProfileImage.mockReturnValue(
    new Promise((resolve) => void (answer = () => resolve({ data: { profileImage: null } }))),
  )
  await open()
  find('button').click()
  expect(find('button').hasAttribute('aria-busy')).toBe(false)
  await choose(aFile())
  expect(find('button').getAttribute('aria-busy')).toBe('true')
  answer()
  await settle()
  expect(find('button').hasAttribute('aria-busy')).toBe(false)
})

test.each([
  ['no image', aFile('text/plain'), 'File is not an image.'],
  ['of no known type', aFile(''), 'File is not an image.'],
  ['too large', aFile('image/png', 4_000_001), 'Image must be less than 4MB.'],
])('a file that is %s is refused without asking the server', async (_name, file, text) => {
  await open()
  find('button').click()
  await choose(file)
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith(text, true)
  expect(client.updateMemberProfileImage).not.toHaveBeenCalled()
})

test('exactly 4,000,000 bytes are allowed', async () => {
  await open()
  find('button').click()
  await choose(aFile('image/png', 4_000_000))
  expect(client.updateMemberProfileImage).toHaveBeenCalledOnce()
})

test('a failure is said, and the same file can be chosen again', async () => {
  client.updateMemberProfileImage.mockRejectedValueOnce({ code: 'x', message: 'Not now.' })
  await open()
  find('button').click()
  const file = aFile()
  await choose(file)
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Not now.', true)
  find('button').click()
  await choose(file)
  expect(client.updateMemberProfileImage).toHaveBeenCalledTimes(2)
})

test('who cancels changes nothing and leaves nothing behind', async () => {
  await open()
  find('button').click()
  pickers()[0]!.dispatchEvent(new Event('cancel'))
  expect(pickers()).toEqual([])
  find('button').click()
  await choose()
  expect(pickers()).toEqual([])
  expect(client.updateMemberProfileImage).not.toHaveBeenCalled()
})

test('an element that leaves the page takes its picker along', async () => {
  await open()
  find('button').click()
  find('form').remove()
  await settle()
  expect(pickers()).toEqual([])
})

test('a visitor is asked to log in', async () => {
  await mountPage(html, { client })
  find('button').click()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Please log in.', true)
  expect(pickers()).toEqual([])
})
