import type { Team } from '../../../../contract/team'
import { fillText } from '../../texts/fill-text'
import type { PanelProps } from '../panel'
import { InviteLink } from './invite-link'
import { TeamMembers } from './team-members'

export interface TeamPanelProps extends PanelProps {
  team: Team
  /** What the server has made of it. */
  change: (next: (now: Team) => Partial<Team>) => void
}

/** A team: its seats, its people, and how others come in while seats are free (seed 001 section 2, "Team view"). */
export function TeamPanel(props: TeamPanelProps) {
  const { texts, team } = props
  const { plan, members, maxTeamMembers: max, inviteToken, ownersPlanConnection } = team
  const full = max !== null && members.length >= max
  const upgrade = ownersPlanConnection.plan.teamAccountUpgradeLink
  return (
    <>
      <div className="entry">
        <div>
          <bdi>{plan.name}</bdi>
          <p>{fillText(texts.team_seats, { count: members.length, max: max ?? '∞' })}</p>
        </div>
        {upgrade && (
          <a className={full ? 'button' : 'button secondary'} part="button" href={upgrade}>
            {texts.upgrade_button}
          </a>
        )}
      </div>
      {full && (
        <p className="warning" part="warning">
          {texts.seats_full_warning}
        </p>
      )}
      <TeamMembers {...props} />
      {!full && inviteToken && <InviteLink {...props} />}
    </>
  )
}
