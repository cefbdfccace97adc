import { useState } from 'react'
import { shippedApps } from '../../../contract/admin/console-session'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { useConsole } from '../../data/console'
import { EntranceForm } from '../../features/entrance-form'
import { placeFailure, useSubmit } from '../../features/submit'
import { BASE, newAppPath } from '../../lib/paths'
import { entranceTexts } from '../../texts/english/entrance'
import { useTexts } from '../../texts/texts'
import { TextField } from '../../ui/fields'
import { Notice, PageHeader, usePageTitle } from '../../ui/page'

/** The setup link: its token is behind `#`, which browsers send to no server. */
export default function SetupScreen() {
  const t = useTexts(entranceTexts)
  const [token] = useState(() => location.hash.slice(1))
  usePageTitle(t.setupTitle)
  if (token) return <SetupForm token={token} />
  return (
    <>
      <PageHeader title={t.setupTitle} />
      <Notice tone="warn">{t.setupMissing}</Notice>
    </>
  )
}

function SetupForm({ token }: { token: string }) {
  const t = useTexts(entranceTexts)
  const { session, openPage } = useConsole()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = useSubmit()
  const problems = placeFailure(submit.failure)
  const send = () =>
    submit.run(async () => {
      const { apps } = await session.setUp({ token, name, email, password })
      openPage(apps.every(({ id }) => shippedApps.includes(id)) ? newAppPath : BASE)
    })
  return (
    <EntranceForm
      title={t.setupTitle}
      summary={t.setupText}
      problem={problems.form}
      action={t.createAccount}
      isPending={submit.isPending}
      onSubmit={send}
    >
      <TextField label={t.name} isRequired autoComplete="name" value={name} onChange={setName} />
      <TextField
        label={t.email}
        type="email"
        isRequired
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={problems.email}
      />
      <TextField
        label={t.password}
        type="password"
        isRequired
        autoComplete="new-password"
        hint={t.passwordHint({ count: PASSWORD_MIN_CHARS })}
        value={password}
        onChange={setPassword}
        error={problems.password}
      />
    </EntranceForm>
  )
}
