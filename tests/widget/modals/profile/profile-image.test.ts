// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import { aMember } from '../../../support/a-member'
import { type ProfileStage, profileStage } from './profile-stage'

const OLD = 'https://api.example/files/old.webp'
const NEW = 'https://api.example/files/new.webp'
let stage: ProfileStage
let draw: Mock<(...drawn: unknown[]) => void>
let close: Mock<() => void>

beforeEach(() => {
  draw = vi.fn()
  close = vi.fn()
  vi.stubGlobal('createImageBitmap', async () => picture)
  // happy-dom does not draw.
  const getContext = () => ({ drawImage: draw })
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: getContext, configurable: true })
})
afterEach(() => stage.leave())

/** A wide image, as decoded by the browser. */
const picture = { width: 300, height: 200, close: () => close() }
const image = (bytes = 10, type = 'image/png') => new File([new Uint8Array(bytes)], 'me.png', { type })
/** The URL of the image; 'preview' for a local one, null for the placeholder. */
function shown(): string | null {
  const { shadowRoot } = stage.element()
  if (shadowRoot!.querySelector('.profile-image canvas')) return 'preview'
  return shadowRoot!.querySelector('.profile-image img')?.getAttribute('src') ?? null
}

async function choose(...files: File[]): Promise<void> {
  const picker = stage.find('input[type=file]')
  Object.defineProperty(picker, 'files', { value: files, configurable: true })
  await act(async () => picker.dispatchEvent(new Event('change', { bubbles: true })))
}

/** The server's response to an upload, delayed until the test releases it. */
function answerLater() {
  const answer = { succeed: () => {}, refuse: (_reason: unknown) => {} }
  stage.client.updateMemberProfileImage.mockReturnValue(
    new Promise((resolve, reject) => {
      answer.succeed = () => {
        stage.setMember(aMember({ profileImage: NEW }))
        resolve({ data: { profileImage: NEW }, message: 'Your profile image has been updated.' })
      }
      answer.refuse = reject
    }),
  )
  return answer
}

describe('uploading a profile image', () => {
  test('shows the picture at once, then the server’s, with the server’s message', async () => {
    stage = profileStage()
    const answer = answerLater()
    await stage.openProfile()
    expect(shown()).toBeNull()
    const file = image()
    await choose(file)
    expect(stage.client.updateMemberProfileImage).toHaveBeenCalledExactlyOnceWith({ profileImage: file })
    expect([shown(), stage.busy()]).toEqual(['preview', true])
    expect(draw).toHaveBeenCalledExactlyOnceWith(picture, 50, 0, 200, 200, 0, 0, 144, 144)
    expect(close).toHaveBeenCalledOnce()
    await act(async () => answer.succeed())
    expect([shown(), stage.busy()]).toEqual([NEW, false])
    expect(stage.status()).toBe('Your profile image has been updated.')
    expect(stage.hasButton('Replace image')).toBe(true)
  })

  test('keeps the old picture when it fails, and says why', async () => {
    stage = profileStage({ member: { profileImage: OLD } })
    const answer = answerLater()
    await stage.openProfile()
    await choose(image())
    expect(shown()).toBe('preview')
    await act(async () => answer.refuse({ code: 'invalid-file-type', message: 'File is not an image.' }))
    expect([shown(), stage.alert(), stage.busy()]).toEqual([OLD, 'File is not an image.', false])
  })

  test('takes any image type up to 4,000,000 bytes and nothing else, without asking the server', async () => {
    stage = profileStage()
    const answer = answerLater()
    await stage.openProfile()
    await choose(image(10, 'text/plain'))
    expect(stage.alert()).toBe('File is not an image.')
    await choose(image(10, ''))
    expect(stage.alert()).toBe('File is not an image.')
    await choose(image(4_000_001))
    expect(stage.alert()).toBe('Image must be less than 4MB.')
    expect(shown()).toBeNull()
    expect(stage.client.updateMemberProfileImage).not.toHaveBeenCalled()
    await choose(image(4_000_000, 'image/x-anything'))
    expect(stage.client.updateMemberProfileImage).toHaveBeenCalledOnce()
    await act(async () => answer.succeed())
  })

  test('does nothing without a file', async () => {
    stage = profileStage()
    await stage.openProfile()
    await choose()
    expect([stage.alert(), stage.busy(), shown()]).toEqual(['', false, null])
    expect(stage.client.updateMemberProfileImage).not.toHaveBeenCalled()
  })

  test('leaves a picture that the browser cannot draw to the server', async () => {
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('not decodable')))
    stage = profileStage()
    const answer = answerLater()
    await stage.openProfile()
    await choose(image())
    expect(draw).not.toHaveBeenCalled()
    await act(async () => answer.succeed())
    expect(shown()).toBe(NEW)
  })
})

describe('the picture in place', () => {
  test('is named, and can be removed', async () => {
    stage = profileStage({ member: { profileImage: OLD } })
    stage.client.deleteMemberProfileImage.mockImplementation(async () => {
      stage.setMember(aMember())
      return { data: { profileImage: null }, message: 'Gone.' }
    })
    await stage.openProfile()
    expect(stage.find('.profile-image img').getAttribute('alt')).toBe('Profile image')
    stage.button('Remove image').focus()
    await stage.press('Remove image')
    expect([shown(), stage.status(), stage.hasButton('Remove image')]).toEqual([null, 'Gone.', false])
    expect(stage.focused()).toBe(stage.button('Upload image'))
  })

  test('gives way to a placeholder where it does not load', async () => {
    stage = profileStage({ member: { profileImage: OLD } })
    await stage.openProfile()
    await act(async () => stage.find('.profile-image img').dispatchEvent(new Event('error')))
    expect(shown()).toBeNull()
    expect(stage.find('.profile-image svg')).toBeTruthy()
    expect(stage.hasButton('Remove image')).toBe(true)
  })

  test('stays when it cannot be removed', async () => {
    stage = profileStage({ member: { profileImage: OLD } })
    stage.client.deleteMemberProfileImage.mockRejectedValueOnce({ message: 'Not now.' })
    await stage.openProfile()
    await stage.press('Remove image')
    expect([shown(), stage.alert()]).toEqual([OLD, 'Not now.'])
  })

  test('there is no button to remove a missing image', async () => {
    stage = profileStage()
    await stage.openProfile()
    expect(stage.hasButton('Remove image')).toBe(false)
  })
})
