import { useEffect, useState } from 'react'
import { useConsole } from '../../data/console'
import type { Invitation } from '../../data/session'
import { useRoleNames } from '../../features/access'
import { EntranceForm } from '../../features/entrance-form'
import { placeFailure, useSubmit } from '../../features/submit'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { toFailure } from '../../lib/failure'
import type { Failure } from '../../lib/failure'
import { BASE } from '../../lib/paths'
import { entranceTexts } from '../../texts/english/entrance'
import { useTexts } from '../../texts/texts'
import { TextField } from '../../ui/fields'
import { Notice, PageHeader, usePageTitle } from '../../ui/page'
import { ErrorState, Skeleton } from '../../ui/states'

/** An invitation's link: new people choose a name and a password, others log in. */
export default function InvitationScreen() {
  const t = useTexts(entranceTexts)
  const { session } = useConsole()
  const [token] = useState(() => location.hash.slice(1))
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  usePageTitle(t.invitation)
  useEffect(() => {
    if (token) session.readInvitation(token).then(setInvitation, (error: unknown) => setFailure(toFailure(error)))
  }, [session, token])
  if (invitation) return <JoinForm token={token} invitation={invitation} />
  return (
    <>
      <PageHeader title={t.invitation} />
      {!token && <Notice tone="warn">{t.invitationMissing}</Notice>}
      {failure && <ErrorState failure={failure} />}
      {token && !failure && <Skeleton height="20rem" />}
    </>
  )
}

function JoinForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useTexts(entranceTexts)
  const roles = useRoleNames()
  const { session, membership, openPage } = useConsole()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const submit = useSubmit()
  const problems = placeFailure(submit.failure)
  const { email, hasAccount, appName, invitedBy, role } = invitation
  const title = t.invitationTitle({ app: appName })
  usePageTitle(title)
  const join = () =>
    submit.run(async () => {
      if (hasAccount) {
        const memberToken = await membership.logIn(email, password)
        await session.logIn(memberToken)
        await membership.forget()
      }
      await session.acceptInvitation(hasAccount ? { token } : { token, name, password })
      openPage(BASE)
    })
  return (
    <EntranceForm
      title={title}
      summary={t.invitationText({ name: invitedBy, role: roles[role] })}
      problem={problems.form ?? problems.email}
      action={hasAccount ? t.accept : t.join}
      isPending={submit.isPending}
      onSubmit={join}
    >
      {hasAccount && <p>{t.invitationAccount({ email })}</p>}
      {!hasAccount && <TextField label={t.name} isRequired autoComplete="name" value={name} onChange={setName} />}
      <TextField label={t.email} type="email" isReadOnly autoComplete="username" value={email} />
      <TextField
        label={t.password}
        type="password"
        isRequired
        autoComplete={hasAccount ? 'current-password' : 'new-password'}
        {...(!hasAccount && { hint: t.passwordHint({ count: PASSWORD_MIN_CHARS }) })}
        value={password}
        onChange={setPassword}
        error={problems.password}
      />
    </EntranceForm>
  )
}
