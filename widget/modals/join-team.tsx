import { useState } from 'react'
import type { ScreenProps } from './screen'
import { Button } from './ui/button'
import { Heading } from './ui/heading'
import { useCall } from './ui/use-call'
import { Success } from './ui/welcome'

/** Asks a member who has opened an invite link whether to join that team. */
export function JoinTeamScreen({ client, texts, titleId, params, notify, done, close }: ScreenProps<'JOIN_TEAM'>) {
  const { busy, run } = useCall({ texts, notify })
  const [joined, setJoined] = useState(false)
  const join = async (): Promise<void> => {
    const { data } = await client.joinTeam({ inviteToken: params.inviteToken ?? '' })
    setJoined(true)
    done({ type: 'JOIN_TEAM', data })
  }
  if (joined) return <Success titleId={titleId} title={texts.success_title} message={texts.team_joined_message} />
  return (
    <div className="welcome">
      <Heading id={titleId} focused>
        {texts.join_team_title}
      </Heading>
      <p>{texts.join_team_message}</p>
      <Button busy={busy} busyLabel={texts.loading_text} onClick={() => run(join)}>
        {texts.join_team_button}
      </Button>
      <Button look="link" onClick={close}>
        {texts.join_team_later}
      </Button>
    </div>
  )
}
