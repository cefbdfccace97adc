import { useEffect, useState } from 'react'
import { isRecord } from '../lib/values'
import type { MembershipClient } from '../public'
import { errorText } from '../lib/errors'
import type { ScreenProps } from './screen'
import { Button } from './ui/button'
import { WithEmail } from './ui/field'
import { Heading } from './ui/heading'
import { useCall } from './ui/use-call'
import { Success } from './ui/status'

/** Asks a member who opened an invite link whether to join the team, and names it. */
export function JoinTeamScreen({ client, texts, titleId, params, notify, done, close }: ScreenProps<'JOIN_TEAM'>) {
  const { busy, run } = useCall({ texts, notify })
  const [joined, setJoined] = useState(false)
  const inviteToken = params.inviteToken ?? ''
  const { invitation, refusal } = useInvitation(client, inviteToken)
  const join = async (signal: AbortSignal): Promise<void> => {
    const { data } = await client.joinTeam({ inviteToken }, { signal })
    setJoined(true)
    done({ type: 'JOIN_TEAM', data })
  }
  if (joined) return <Success titleId={titleId} title={texts.success_title} message={texts.team_joined_message} />
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
        <Button busy={busy} busyLabel={texts.loading_text} onClick={() => run(join)}>
          {texts.join_team_button}
        </Button>
      )}
      <Button look="link" onClick={close}>
        {refusal === null ? texts.join_team_later : texts.close_button}
      </Button>
    </div>
  )
}

interface Invited {
  /** Null until it has loaded, and if that failed. */
  invitation: { teamName: string; inviterEmail: string } | null
  /** Why the link no longer works; null while it may. */
  refusal: string | null
}

const final: ReadonlySet<unknown> = new Set(['invalid-invite-token', 'team-inactive'])

/** The team behind the link. Without a network the question is still asked: joining then says what is wrong. */
function useInvitation(client: MembershipClient, inviteToken: string): Invited {
  const [invited, setInvited] = useState<Invited>({ invitation: null, refusal: null })
  useEffect(() => {
    const abort = new AbortController()
    client.getInvitation({ inviteToken }, { signal: abort.signal }).then(
      ({ data }) => setInvited({ invitation: data, refusal: null }),
      (reason: unknown) =>
        isRecord(reason) && final.has(reason['code']) && setInvited({ invitation: null, refusal: errorText(reason) }),
    )
    return () => abort.abort()
  }, [client, inviteToken])
  return invited
}
