import { Avatar } from '../avatar'
import { Entry } from '../entry'
import { Removal } from '../removal'
import type { TeamPanelProps } from './team-panel'

/** Everybody who shares the team's plan. The owner stays; everybody else can be removed. */
export function TeamMembers({ client, texts, action, focusTitle, team, change }: TeamPanelProps) {
  const remove = async (memberId: string) => {
    await client.removeMemberFromTeam({ teamId: team.id, memberId })
    change(({ members }) => ({ members: members.filter(({ member }) => member.id !== memberId) }))
    return { message: texts.member_removed_message }
  }
  return (
    <ul>
      {team.members.map(({ member: { id, auth, profileImage }, role }) => {
        const isOwner = role === 'OWNER'
        return (
          <Entry
            key={id}
            picture={<Avatar src={profileImage} alt="" />}
            name={auth.email}
            notes={[isOwner ? texts.team_owner : texts.team_member]}
          >
            {!isOwner && (
              <Removal {...{ texts, action, focusTitle }} about={auth.email} work={() => remove(id)}>
                {texts.remove_button}
              </Removal>
            )}
          </Entry>
        )
      })}
    </ul>
  )
}
