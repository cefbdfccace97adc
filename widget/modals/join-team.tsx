import { useState } from 'react'
import { isRecord } from '../lib/values'
import type { MembershipClient } from '../public'
import { errorText } from '../lib/errors'
import type { ScreenProps } from './screen'
import { Button } from './ui/button'
import { Heading, WithEmail } from './ui/heading'
import { FormNotice } from './ui/notice'
import { useCall, useLoad } from './ui/use-call'
import { Loading, Success } from './ui/status'

/** Asks a member who opened an invite link whether to join the team, and names it. */
export function JoinTeamScreen({ client, texts, titleId, params, notify, done, close }: ScreenProps<'JOIN_TEAM'>) {
  const { busy, run } = useCall({ texts, notify })
  const [joined, setJoined] = useState(false)
  const inviteToken = params.inviteToken ?? ''
  const invited = useInvitation(client, inviteToken)
  const join = async (signal: AbortSignal): Promise<void> => {
    const { data } = await client.joinTeam({ inviteToken }, { signal })
    setJoined(true)
    done({ type: 'JOIN_TEAM', data })
  }
  if (joined) return <Success titleId={titleId} title={texts.success_title} message={texts.team_joined_message} />
  if (!invited) return <Loading texts={texts} title={texts.join_team_title} titleId={titleId} />
  const { invitation, refusal } = invited
  return (
    <div className="welcome">
      <Heading id={titleId} focused>
        {texts.join_team_title}
      </Heading>
      {invitation && (
        <p className="invitation" part="invitation">
          <strong>
            <bdi>{invitation.teamName}</bdi>
          </strong>
          <br />
          <WithEmail text={texts.join_team_inviter} email={invitation.inviterEmail} place="{inviter}" />
        </p>
      )}
      {refusal === null ? <p>{texts.join_team_message}</p> : <p role="alert">{refusal}</p>}
      {refusal === null && (
        <>
          <FormNotice />
          <Button busy={busy} busyLabel={texts.loading_text} onClick={() => run(join)}>
            {texts.join_team_button}
          </Button>
        </>
      )}
      <Button look="link" onClick={close}>
        {refusal === null ? texts.join_team_later : texts.close_button}
      </Button>
    </div>
  )
}

interface Invited {
  /** Null if it could not be loaded. */
  invitation: { teamName: string; inviterEmail: string } | null
  /** Why the link no longer works; null while it may. */
  refusal: string | null
}

const final: ReadonlySet<unknown> = new Set(['invalid-invite-token', 'team-inactive'])

/** The team behind the link; null until it is known. Without a network the question is still asked: joining then says what is wrong. */
function useInvitation(client: MembershipClient, inviteToken: string): Invited | null {
  const [invited, setInvited] = useState<Invited | null>(null)
  useLoad(
    () => client.getInvitation({ inviteToken }),
    ({ data }) => setInvited({ invitation: data, refusal: null }),
    (reason) => {
      const isFinal = isRecord(reason) && final.has(reason['code'])
      setInvited({ invitation: null, refusal: isFinal ? errorText(reason) : null })
    },
  )
  return invited
}
