import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import type { PanelProps } from '../panel'
import { TeamPanel } from './team-panel'
import { useTeam } from './use-team'

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
