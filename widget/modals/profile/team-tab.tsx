import { useEffect, useRef, useState } from 'react'
import { COPIED_LABEL_MS, TEAM_REMOVE_CONFIRMATION_MS } from '../../../contract/limits'
import type { Team } from '../../../contract/team'
import { errorText } from '../../lib/errors'
import type { MembershipClient } from '../../public'
import { fillText } from '../../lib/texts'
import { Button, PassingButton } from '../ui/button'
import { Field } from '../ui/field'
import { Waiting } from '../ui/status'
import { useCopy, useFlash } from '../ui/use-copy'
import { Avatar, Entry, type PanelProps, Removal } from './panel'

/** The first team that the member owns. */
export function TeamTab(props: PanelProps) {
  const teamId = props.member.teams.ownedTeams[0]?.teamId
  return teamId === undefined ? null : <OwnTeam key={teamId} {...props} teamId={teamId} />
}

function OwnTeam({ teamId, ...props }: PanelProps & { teamId: string }) {
  const { client, texts, focusTitle } = props
  const { team, problem, retry, change } = useTeam(client, teamId)
  if (team) return <TeamPanel {...props} team={team} change={change} />
  if (problem === null) return <Waiting texts={texts} />
  const again = (): void => {
    // The button is removed with the error.
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

interface TeamState {
  /** Null until it has loaded. */
  team: Team | null
  /** The error text; null without one. */
  problem: string | null
  retry: () => void
  /** Applies a change that the server has confirmed. */
  change: (next: (now: Team) => Partial<Team>) => void
}

/** A team as its owner sees it. */
function useTeam(client: MembershipClient, teamId: string): TeamState {
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

interface TeamPanelProps extends PanelProps {
  team: Team
  /** Applies a change that the server has confirmed. */
  change: (next: (now: Team) => Partial<Team>) => void
}

/** A team: its seats, its members, and the invite link while seats are free (seed 001 section 2, "Team view"). */
function TeamPanel(props: TeamPanelProps) {
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

/** The owner, and the members, who can be removed. */
function TeamMembers({ client, texts, action, focusTitle, team, change }: TeamPanelProps) {
  const remove = async (memberId: string, signal: AbortSignal) => {
    await client.removeMemberFromTeam({ teamId: team.id, memberId }, { signal })
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
            image={<Avatar src={profileImage} alt="" />}
            name={auth.email}
            notes={[isOwner ? texts.team_owner : texts.team_member]}
          >
            {!isOwner && (
              <Removal {...{ texts, action, focusTitle }} about={auth.email} work={(signal) => remove(id, signal)}>
                {texts.remove_button}
              </Removal>
            )}
          </Entry>
        )
      })}
    </ul>
  )
}

/** The invite link, to copy or regenerate. The old one then stops working. */
function InviteLink({ client, texts, notify, action, team, change }: TeamPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const field = () => box.current?.querySelector('input')
  const { copied, copy } = useCopy({ texts, notify, milliseconds: COPIED_LABEL_MS, field })
  const url = inviteUrl(team)
  const { on: asking, flash: ask } = useFlash(TEAM_REMOVE_CONFIRMATION_MS)
  const regenerate = async (signal: AbortSignal) => {
    const { data } = await client.generateInviteToken({ teamId: team.id }, { signal })
    change(() => data)
    return { message: texts.invite_link_regenerated }
  }
  return (
    <div ref={box} className="group">
      <Field
        key={url}
        name="invite-link"
        label={texts.team_invite_link}
        error={null}
        required={false}
        readOnly
        dir="ltr"
        defaultValue={url}
      />
      <div className="row">
        <PassingButton now={copied && texts.copied_button} onClick={() => void copy(url)}>
          {texts.copy_button}
        </PassingButton>
        <Button look="link" onClick={asking ? () => void action.run(regenerate) : ask}>
          {asking ? texts.are_you_sure : texts.regenerate_invite_link}
        </Button>
      </div>
      <output className="muted hint">{asking && texts.regenerate_warning}</output>
    </div>
  )
}

function inviteUrl({ plan, inviteToken }: Team): string {
  const url = new URL(plan.teamAccountInviteSignupLink ?? '/', location.origin)
  url.searchParams.set('inviteToken', inviteToken ?? '')
  return url.href
}
