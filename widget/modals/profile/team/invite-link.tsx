import { useRef } from 'react'
import { COPIED_LABEL_MS } from '../../../../contract/limits'
import type { Team } from '../../../../contract/team'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { PassingButton } from '../../ui/passing-button'
import { useCopy } from '../../ui/use-copy'
import type { TeamPanelProps } from './team-panel'

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
