// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { MembershipClient, ModalResult } from '../../../../widget/public'
import { requestModal } from '../../../../widget/stores/modal'
import { type ModalStage, modalStage } from '../open-modal'

let stage: ModalStage

afterEach(() => stage.leave())

const open = async (invitation?: MembershipClient['getInvitation']): Promise<{ result: Promise<ModalResult> }> => {
  stage = modalStage()
  if (invitation) stage.client.getInvitation.mockImplementation(invitation)
  let result: Promise<ModalResult> | undefined
  await act(async () => {
    result = requestModal('JOIN_TEAM', { inviteToken: 'a-token' })
  })
  return { result: result! }
}
const press = (name: string) =>
  act(async () => {
    const buttons = [...stage.overlay()!.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent === name)!.click()
  })

test('asks whether to join, and joins by the invite link’s token', async () => {
  const { result } = await open()
  stage.client.joinTeam.mockResolvedValue({ data: { teamId: 'team_1' } })
  expect(stage.find('h2').textContent).toBe('Join this team?')
  expect(stage.dialog()!.getAttribute('aria-label')).toBe(stage.find('h2').textContent)
  expect(stage.client.joinTeam).not.toHaveBeenCalled()
  await press('Join')
  expect(stage.client.joinTeam).toHaveBeenCalledExactlyOnceWith({ inviteToken: 'a-token' })
  expect(await result).toEqual({ type: 'JOIN_TEAM', data: { teamId: 'team_1' } })
  expect(stage.text()).toContain('You have joined the team.')
})

test('names the team and who invites to it', async () => {
  await open(async () => ({ data: { teamName: 'Studio', inviterEmail: 'olga@example.com' } }))
  expect(stage.client.getInvitation).toHaveBeenCalledExactlyOnceWith({ inviteToken: 'a-token' })
  expect(stage.find('.invitation').textContent).toBe('StudioInvitation from olga@example.com')
})

test('a link that no longer works says so at once, and offers no joining', async () => {
  const message = 'This invitation is no longer valid.'
  await open(async () => Promise.reject(Object.assign(new Error(message), { code: 'invalid-invite-token' })))
  expect(stage.find('.welcome [role=alert]').textContent).toBe(message)
  expect([...stage.overlay()!.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('Join')
})

test('"Not now" closes without joining', async () => {
  const { result } = await open()
  await press('Not now')
  expect(await result).toEqual({ type: 'CLOSED' })
  expect(stage.client.joinTeam).not.toHaveBeenCalled()
})

test('a refusal is said, and can be tried again', async () => {
  const { result } = await open()
  stage.client.joinTeam.mockRejectedValueOnce({ message: 'This team has no seats left.' })
  await press('Join')
  expect(stage.find('.toast[role=alert]').textContent).toBe('This team has no seats left.')
  stage.client.joinTeam.mockResolvedValue({ data: { teamId: 'team_1' } })
  await press('Join')
  expect((await result).type).toBe('JOIN_TEAM')
})

test('joining happens once, however often it is pressed', async () => {
  await open()
  stage.client.joinTeam.mockReturnValue(new Promise(() => {}))
  await press('Join')
  await press('Join')
  expect(stage.client.joinTeam).toHaveBeenCalledOnce()
})
