// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { type ProfileStage, profileStage } from './profile-stage'

let stage: ProfileStage

afterEach(() => stage.leave())

async function open(endsAt: string | null) {
  stage = profileStage()
  const secondFactor = { isOn: true, isOffered: true, recoveryCodesLeft: 10, endsAt }
  stage.client.getMemberSignIn.mockResolvedValue({ data: { pendingEmail: null, secondFactor } })
  await stage.openProfile()
  await stage.press('Security')
}

test('a requested removal of the second step is announced, and canceled with one press', async () => {
  await open('2026-11-27T09:00:00.000Z')
  expect(stage.text()).toContain('Will be removed on Nov 27, 2026')
  stage.client.cancelMemberRecovery.mockResolvedValue({ data: { success: true } })
  await stage.press('Cancel')
  expect(stage.client.cancelMemberRecovery).toHaveBeenCalledOnce()
  expect(stage.text()).not.toContain('Will be removed')
})

test('a removal that cannot be canceled stays announced', async () => {
  await open('2026-11-27T09:00:00.000Z')
  stage.client.cancelMemberRecovery.mockRejectedValue({ message: 'No connection.' })
  await stage.press('Cancel')
  expect(stage.alert()).toBe('No connection.')
  expect(stage.text()).toContain('Will be removed')
})

test('without one there is nothing to cancel', async () => {
  await open(null)
  expect(stage.text()).toContain('Two-step verification')
  expect(stage.text()).not.toContain('Will be removed')
})

const laptop = { id: 'psk_1', name: 'Passkey', rpId: 'shop.example', isSynced: false, createdAt: '', lastUsedAt: null }

test('a passkey gets another name; an empty one is refused, and a canceled one keeps the old', async () => {
  stage = profileStage({ app: { additionalAuthMethods: { passwordless: { enabled: false, isDefault: false } } } })
  stage.client.getMemberPasskeys.mockResolvedValue({ data: { passkeys: [laptop] } })
  stage.client.renameMemberPasskey.mockResolvedValue({ data: { ...laptop, name: 'My laptop' } })
  await stage.openProfile({ tab: 'security' })
  await stage.press('Rename')
  stage.type('passkey-name', ' ')
  await stage.press('Save')
  expect(stage.client.renameMemberPasskey).not.toHaveBeenCalled()
  stage.type('passkey-name', 'My laptop')
  await stage.press('Save')
  expect(stage.client.renameMemberPasskey.mock.calls[0]?.[0]).toEqual({ passkeyId: 'psk_1', name: 'My laptop' })
  expect(stage.text()).toContain('My laptop')
  await stage.press('Rename')
  await stage.press('Cancel')
  expect(stage.client.renameMemberPasskey).toHaveBeenCalledOnce()
})
