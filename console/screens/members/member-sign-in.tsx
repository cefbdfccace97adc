import type { ReactNode } from 'react'
import type { MemberSignIn } from '../../../contract/admin/schemas/members'
import { useMayDo } from '../../data/console'
import { useRead, useWrite } from '../../data/queries'
import { ReadView } from '../../features/access'
import { toFailure } from '../../lib/failure'
import { longTime } from '../../lib/format'
import { memberTexts } from '../../texts/english/member'
import { useLocale, useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { Card } from '../../ui/page'
import { Skeleton } from '../../ui/states'
import { showToast } from '../../ui/toast'
import { ConfirmButton } from './confirm-button'
import { memberReads } from './definition'

/** How the member logs in, and what an owner may end. The member is told by email. */
export function SignIn({ id }: { id: string }) {
  const t = useTexts(memberTexts)
  const read = useRead('retrieveMemberSignIn', { member: id })
  return (
    <Card title={t.signIn} summary={t.signInText} actions={<SendLogin id={id} />}>
      <ReadView read={read} skeleton={<Skeleton height="6rem" lines={3} />}>
        {({ data }) => (
          <ul className="member-rows">
            <Row name={t.password} note={data.hasPassword ? t.passwordSet : t.passwordNone} />
            <SecondFactor id={id} secondFactor={data.secondFactor} />
            {data.passkeys.map((passkey) => (
              <Passkey key={passkey.id} id={id} passkey={passkey} />
            ))}
            <Devices id={id} count={data.devices.length} />
          </ul>
        )}
      </ReadView>
    </Card>
  )
}

function Row({ name, note, children }: { name: string; note: string; children?: ReactNode }) {
  return (
    <li className="row-between">
      <div>
        <p>{name}</p>
        <p className="muted">{note}</p>
      </div>
      {children}
    </li>
  )
}

const failed = (error: unknown) => showToast(toFailure(error).message)
const changes = [...memberReads, 'retrieveMemberSignIn'] as const

function SendLogin({ id }: { id: string }) {
  const t = useTexts(memberTexts)
  const mayWrite = useMayDo('members.write')
  const send = useWrite('sendMemberLoginLink', {
    changes: ['listMemberTimeline'],
    onDone: () => showToast(t.resetSent),
  })
  if (!mayWrite) return null
  return (
    <Button size="small" isPending={send.isPending} onPress={() => send.mutate({ member: id }, { onError: failed })}>
      {t.sendLogin}
    </Button>
  )
}

function SecondFactor({ id, secondFactor }: { id: string; secondFactor: MemberSignIn['secondFactor'] }) {
  const t = useTexts(memberTexts)
  const locale = useLocale()
  const mayWrite = useMayDo('members.write')
  const end = useWrite('removeMemberSecondFactor', { changes, onDone: () => showToast(t.memberTold) })
  const { isOn, endsAt, recoveryCodesLeft } = secondFactor
  const ends = endsAt === null ? '' : ` ${t.twoStepEnds({ time: longTime(Date.parse(endsAt), locale) })}`
  return (
    <Row name={t.twoStep} note={isOn ? `${t.twoStepOn(recoveryCodesLeft)}${ends}` : t.twoStepOff}>
      {mayWrite && isOn && (
        <ConfirmButton
          label={t.turnOff}
          title={t.turnOffTitle}
          text={t.turnOffText}
          lost={[t.lostAuthenticator, ...(recoveryCodesLeft > 0 ? [t.lostRecoveryCodes(recoveryCodesLeft)] : [])]}
          write={end}
          onConfirm={(options) => end.mutate({ member: id }, options)}
        />
      )}
    </Row>
  )
}

function Passkey({ id, passkey }: { id: string; passkey: MemberSignIn['passkeys'][number] }) {
  const t = useTexts(memberTexts)
  const locale = useLocale()
  const mayWrite = useMayDo('members.write')
  const end = useWrite('removeMemberPasskey', { changes, onDone: () => showToast(t.memberTold) })
  const { id: passkeyId, name, rpId, lastUsedAt } = passkey
  const used = lastUsedAt === null ? t.neverUsed : t.lastUsed({ time: longTime(Date.parse(lastUsedAt), locale) })
  return (
    <Row name={t.passkey({ name })} note={`${rpId}, ${used}`}>
      {mayWrite && (
        <ConfirmButton
          label={t.removeShort}
          accessibleName={t.removePasskey({ name })}
          title={t.removePasskeyTitle({ name })}
          text={t.removePasskeyText}
          write={end}
          onConfirm={(options) => end.mutate({ member: id, passkeyId }, options)}
        />
      )}
    </Row>
  )
}

function Devices({ id, count }: { id: string; count: number }) {
  const t = useTexts(memberTexts)
  const mayWrite = useMayDo('members.write')
  const end = useWrite('removeMemberDevices', { changes, onDone: () => showToast(t.memberTold) })
  return (
    <Row name={t.devices} note={t.deviceCount(count)}>
      {mayWrite && count > 0 && (
        <ConfirmButton
          label={t.forget}
          title={t.forgetTitle(count)}
          text={t.forgetText}
          isFinal={false}
          write={end}
          onConfirm={(options) => end.mutate({ member: id }, options)}
        />
      )}
    </Row>
  )
}
