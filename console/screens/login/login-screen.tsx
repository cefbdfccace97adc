import { useEffect, useState } from 'react'
import { useConsole } from '../../data/console'
import { EntranceForm } from '../../features/entrance-form'
import { usePageTitle } from '../../ui/page'
import { useSubmit } from '../../features/submit'
import { isSecurityPath, returnPathOf } from '../../lib/paths'
import { entranceTexts } from '../../texts/english/entrance'
import { useTexts } from '../../texts/texts'
import { Button, Link } from '../../ui/button'
import { TextField } from '../../ui/fields'

/** Logs in to the built-in app by the membership script and exchanges its token for a session of the console. */
export default function LoginScreen() {
  const t = useTexts(entranceTexts)
  const { membership } = useConsole()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isSecurity] = useState(() => isSecurityPath(location.search))
  const { submit, enter } = useLogin(isSecurity)
  const title = isSecurity ? t.securityTitle : t.loginTitle
  usePageTitle(title)
  return (
    <>
      <EntranceForm
        title={title}
        summary={isSecurity ? t.securityText : t.loginText}
        problem={submit.failure?.message}
        action={isSecurity ? t.goOn : t.logIn}
        isPending={submit.isPending}
        onSubmit={() => enter(() => membership.logIn(email, password))}
        below={
          <OtherWays
            isPending={submit.isPending}
            onPasskey={() => enter(membership.logInByPasskey)}
            onForgot={() => void membership.openForgotPassword(email)}
          />
        }
      >
        <TextField label={t.email} type="email" isRequired autoComplete="username" value={email} onChange={setEmail} />
        <TextField
          label={t.password}
          type="password"
          isRequired
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      </EntranceForm>
      {isSecurity ? <Link href={returnPathOf(location.search)}>{t.cancel}</Link> : <DemoOwner />}
    </>
  )
}

/** @param isSecurity the member session is for the dialogs of passkeys and two-step verification, and opens no other */
function useLogin(isSecurity: boolean) {
  const { session, membership, openPage } = useConsole()
  const submit = useSubmit()
  const enter = (logIn: () => Promise<string>) =>
    submit.run(async () => {
      const token = await logIn()
      try {
        await (isSecurity ? membership.manageSignIn() : session.logIn(token))
      } finally {
        await membership.forget()
      }
      openPage(returnPathOf(location.search))
    })
  return { submit, enter }
}

interface OtherWaysProps {
  isPending: boolean
  onPasskey: () => void
  onForgot: () => void
}

function OtherWays({ isPending, onPasskey, onForgot }: OtherWaysProps) {
  const t = useTexts(entranceTexts)
  return (
    <>
      <Button isPending={isPending} onPress={onPasskey}>
        {t.passkey}
      </Button>
      <Button kind="quiet" onPress={onForgot}>
        {t.forgot}
      </Button>
    </>
  )
}

/** On a development machine only: elsewhere the server has no demo owner. */
function DemoOwner() {
  const t = useTexts(entranceTexts)
  const { session, openPage } = useConsole()
  const [hasDemoOwner, setHasDemoOwner] = useState(false)
  const submit = useSubmit()
  useEffect(() => {
    session.options().then(
      (options) => setHasDemoOwner(options.hasDemoOwner),
      () => setHasDemoOwner(false),
    )
  }, [session])
  if (!hasDemoOwner) return null
  const enter = () =>
    submit.run(async () => {
      await session.logInAsDemoOwner()
      openPage(returnPathOf(location.search))
    })
  return (
    <div className="stack-s demo-owner">
      <Button onPress={enter} isPending={submit.isPending}>
        {t.demo}
      </Button>
      <p className="muted">{submit.failure?.message ?? t.demoText}</p>
    </div>
  )
}
