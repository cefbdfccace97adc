// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Team } from '../../../../../contract/team'
import { aTeam, aTeamMember } from '../../../../support/a-team'
import type { ProfileStage } from '../profile-stage'
import { ownerStage, teamStage } from './team-stage'

let stage: ProfileStage

afterEach(() => {
  vi.useRealTimers()
  stage.leave()
})

const rows = () => [...stage.find('.profile-panel').querySelectorAll('li')]
const removeButton = (name: string): HTMLButtonElement => {
  const row = rows().find(({ textContent }) => textContent?.includes(name))
  return row?.querySelector('button') ?? expect.unreachable(`Nobody called ${name} can be removed.`)
}
const pressRemove = (name: string) => act(async () => removeButton(name).click())
const full = { maxTeamMembers: 2 }

describe('the team', () => {
  test('is the member’s first own one, with its name and its seats', async () => {
    stage = await teamStage()
    expect(stage.client.getTeam).toHaveBeenCalledExactlyOnceWith({ teamId: 'team_1' })
    expect([stage.panelTitle(), stage.entries()]).toEqual(['Team', ['Team']])
    expect(stage.text()).toContain('Studio2/3 seats taken')
  })

  test('lists all members with email and role; only the owner cannot be removed', async () => {
    stage = await teamStage()
    expect(rows().map((row) => [...row.querySelectorAll('bdi,p,button')].map((one) => one.textContent))).toEqual([
      ['ada@example.com', 'Owner'],
      ['bob@example.com', 'Member', 'Remove'],
    ])
    expect(removeButton('bob').getAttribute('aria-label')).toBe('Remove bob@example.com')
  })

  test('shows pictures, and a figure for who has none or one that cannot be had', async () => {
    const picture = 'https://api.example/bob.webp'
    stage = await teamStage(aTeam({ members: [aTeamMember('ada', 'OWNER'), aTeamMember('bob', 'MEMBER', picture)] }))
    const [ada, bob] = rows()
    expect([ada?.querySelector('svg'), bob?.querySelector('svg')]).toEqual([expect.anything(), null])
    const image = bob?.querySelector('img')
    expect([image?.getAttribute('src'), image?.getAttribute('alt')]).toEqual([picture, ''])
    await act(async () => void image?.dispatchEvent(new Event('error')))
    expect([bob?.querySelector('img'), bob?.querySelector('svg')]).toEqual([null, expect.anything()])
  })

  test('says that it loads until it is there', async () => {
    stage = ownerStage()
    let answer: (value: { data: Team }) => void = () => {}
    stage.client.getTeam.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    await stage.openProfile({ tab: 'team' })
    expect(stage.find('.profile-panel .loading output').textContent).toBe('Loading…')
    await act(async () => answer({ data: aTeam() }))
    expect(stage.text()).toContain('bob@example.com')
  })

  test('that cannot be had says why, and is asked for again', async () => {
    stage = ownerStage()
    stage.client.getTeam.mockRejectedValueOnce({ message: 'Not now.' })
    await stage.openProfile({ tab: 'team' })
    expect(stage.find('.profile-panel [role=alert]').textContent).toBe('Not now.')
    stage.client.getTeam.mockResolvedValue({ data: aTeam() })
    await stage.press('Try again')
    expect(stage.text()).toContain('bob@example.com')
    expect(stage.focused()?.textContent).toBe('Team')
  })
})

describe('removing a member', () => {
  test('is asked once more; then they are gone, and that is said', async () => {
    stage = await teamStage(aTeam({ members: [aTeamMember('ada', 'OWNER'), aTeamMember('bob'), aTeamMember('cem')] }))
    stage.client.removeMemberFromTeam.mockResolvedValue({ data: { id: 'mem_sb_bob' } })
    expect(stage.text()).toContain('3/3 seats taken')
    await pressRemove('bob')
    expect(removeButton('bob').textContent).toBe('Are you sure?')
    expect(removeButton('cem').textContent).toBe('Remove')
    expect(stage.client.removeMemberFromTeam).not.toHaveBeenCalled()
    await pressRemove('bob')
    expect(stage.client.removeMemberFromTeam).toHaveBeenCalledExactlyOnceWith({
      teamId: 'team_1',
      memberId: 'mem_sb_bob',
    })
    expect(rows()).toHaveLength(2)
    expect(stage.text()).toContain('2/3 seats taken')
    expect(stage.status()).toBe('Member has been removed from team.')
    expect(stage.focused()).toBe(removeButton('cem'))
  })

  test('who was the last leaves the focus on the heading', async () => {
    stage = await teamStage()
    stage.client.removeMemberFromTeam.mockResolvedValue({ data: { id: 'mem_sb_bob' } })
    await pressRemove('bob')
    await pressRemove('bob')
    expect(rows()).toHaveLength(1)
    expect(stage.focused()?.textContent).toBe('Team')
  })

  test('is no longer asked after three seconds, counted from the last click', async () => {
    stage = await teamStage()
    vi.useFakeTimers()
    await pressRemove('bob')
    await act(async () => vi.advanceTimersByTime(2_999))
    expect(removeButton('bob').textContent).toBe('Are you sure?')
    await act(async () => vi.advanceTimersByTime(1))
    expect(removeButton('bob').textContent).toBe('Remove')
    expect(stage.client.removeMemberFromTeam).not.toHaveBeenCalled()
  })

  test('that fails says why, ends the loading and keeps them', async () => {
    stage = await teamStage()
    stage.client.removeMemberFromTeam.mockRejectedValueOnce({ message: 'Not now.' })
    await pressRemove('bob')
    await pressRemove('bob')
    expect([stage.alert(), stage.busy(), rows().length]).toEqual(['Not now.', false, 2])
  })
})

describe('a full team', () => {
  test('warns, and has no invite link', async () => {
    stage = await teamStage(aTeam(full))
    expect(stage.text()).toContain('All seats of this team are taken.')
    expect(stage.input('invite-link')).toBeNull()
    expect(stage.text()).not.toContain('Upgrade')
  })

  test('has the link back with the seat that is given up', async () => {
    stage = await teamStage(aTeam(full))
    stage.client.removeMemberFromTeam.mockResolvedValue({ data: { id: 'mem_sb_bob' } })
    await pressRemove('bob')
    await pressRemove('bob')
    expect(stage.text()).not.toContain('All seats of this team are taken.')
    expect(stage.input('invite-link').value).toContain('inviteToken=first-token')
  })

  test.each([
    [full, 'button'],
    [{}, 'button secondary'],
  ])(
    'the way to upgrade is there whenever the plan has one, and stressed when seats are out (%j)',
    async (seats, look) => {
      stage = await teamStage(aTeam({ ...seats, upgradeLink: '/plans/upgrade.html' }))
      const link = stage.find('.profile-panel a')
      expect([link.textContent, link.getAttribute('href'), link.className]).toEqual([
        'Upgrade',
        '/plans/upgrade.html',
        look,
      ])
    },
  )

  test('never is one without a limit', async () => {
    stage = await teamStage(aTeam({ maxTeamMembers: null }))
    expect(stage.text()).toContain('2/∞ seats taken')
    expect(stage.input('invite-link')).not.toBeNull()
  })
})
