import { useEffect, useRef, useState } from 'react'
import { COPIED_LABEL_MS } from '../../../contract/limits'
import type { Team } from '../../../contract/team'
import { errorText } from '../../lib/errors'
import type { MembershipClient } from '../../public'
import { fillText } from '../texts/texts'
import { Button, PassingButton, Spinner } from '../ui/button'
import { Field } from '../ui/field'
import { useCopy } from '../ui/use-copy'
import { Avatar, Entry, type PanelProps, Removal } from './panel'

/** The member's first own team. */
export function TeamTab(props: PanelProps) {
  const teamId = props.member.teams.ownedTeams[0]?.teamId
  return teamId === undefined ? null : <OwnTeam key={teamId} {...props} teamId={teamId} />
}

function OwnTeam({ teamId, ...props }: PanelProps & { teamId: string }) {
  const { client, texts, focusTitle } = props
  const { team, problem, retry, change } = useTeam(client, teamId)
  if (team) return <TeamPanel {...props} team={team} change={change} />
  if (problem === null) {
    return (
      <div className="loading" part="loading">
        <Spinner />
        <output>{texts.loading_text}</output>
      </div>
    )
  }
  const again = (): void => {
    // The button goes away with what it stands below.
    focusTitle()
    retry()
  }
  return (
    <>
      <p role="alert">{problem}</p>
      <Button onClick={again}>{texts.retry_button}</Button>
    </>
  )
}

export interface TeamState {
  /** Null until the server has answered. */
  team: Team | null
  /** Why it could not be had; null when nothing is wrong. */
  problem: string | null
  retry: () => void
  /** From now on the team is like this: the server has said so. */
  change: (next: (now: Team) => Partial<Team>) => void
}

/** A team as its owner reads it. */
export function useTeam(client: MembershipClient, teamId: string): TeamState {
  const [team, setTeam] = useState<Team | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const wanted = !team && problem === null
  useEffect(() => {
    let stays = wanted
    if (wanted) {
      client.getTeam({ teamId }).then(
        ({ data }) => stays && setTeam(data),
        (reason: unknown) => stays && setProblem(errorText(reason)),
      )
    }
    return () => {
      stays = false
    }
  }, [client, teamId, wanted])
  return {
    team,
    problem,
    retry: () => setProblem(null),
    change: (next) => setTeam((now) => now && { ...now, ...next(now) }),
  }
}

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

/** The address that lets somebody in, to be copied or made anew; the one before it works no longer then. */
export function InviteLink({ client, texts, notify, action, team, change }: TeamPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const field = () => box.current?.querySelector('input')
  const { copied, copy } = useCopy({ texts, notify, milliseconds: COPIED_LABEL_MS, field })
  const address = inviteAddress(team)
  const regenerate = async () => {
    const { data } = await client.generateInviteToken({ teamId: team.id })
    change(() => data)
    return { message: texts.invite_link_regenerated }
  }
  return (
    <div ref={box} className="security-part">
      <Field
        key={address}
        name="invite-link"
        label={texts.team_invite_link}
        error={null}
        required={false}
        readOnly
        dir="ltr"
        defaultValue={address}
      />
      <div className="row">
        <PassingButton now={copied && texts.copied_button} onClick={() => void copy(address)}>
          {texts.copy_button}
        </PassingButton>
        <Button look="link" onClick={() => void action.run(regenerate)}>
          {texts.regenerate_invite_link}
        </Button>
      </div>
    </div>
  )
}

function inviteAddress({ plan, inviteToken }: Team): string {
  const address = new URL(plan.teamAccountInviteSignupLink ?? '/', location.origin)
  address.searchParams.set('inviteToken', inviteToken ?? '')
  return address.href
}
