import { useEffect, useId, useRef, useState } from 'react'
import { fillText } from '../../lib/texts'
import type { MemberSession, MemberSignIn, Passkey } from '../../public'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { isEmail, readEmail } from '../ui/form'
import { Waiting } from '../ui/status'
import { useLoad } from '../ui/use-call'
import { ConnectedAccounts } from './connected-accounts'
import { Group, type PanelProps } from './panel'
import { SavedForm } from './saved-form'
import { Sessions } from './sessions'
import { Passkeys, TwoStepVerification } from './sign-in'
import { viewTitle } from './tabs'

/** Nothing is shown before all is there: parts that come later would move others away from under the pointer. */
export function SecurityTab(props: PanelProps) {
  const { app, member, texts, show } = props
  const loaded = useLoaded(props)
  if (!loaded) return <Waiting texts={texts} />
  const { signIn, passkeys, sessions } = loaded
  return (
    <>
      <EmailForm {...props} initial={signIn?.pendingEmail ?? null} />
      <Group title={texts.password}>
        <Button look="secondary" onClick={() => show('changePassword')}>
          {viewTitle('changePassword', member, texts, false)}
        </Button>
      </Group>
      <Group title={texts.sign_in_methods}>
        <ul>
          <Passkeys {...props} initial={passkeys} />
          {signIn && <TwoStepVerification {...props} initial={signIn.secondFactor} />}
          <ConnectedAccounts {...props} />
        </ul>
      </Group>
      <Sessions {...props} initial={sessions} />
      {app.allowMemberSelfDelete && <DeleteAccount {...props} />}
    </>
  )
}

interface Loaded {
  signIn: MemberSignIn | null
  passkeys: readonly Passkey[]
  sessions: readonly MemberSession[]
}

/** Null until all has been answered. What failed to load is missing, and the rest of the profile works. */
function useLoaded({ client, action }: PanelProps): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useLoad(
    () =>
      Promise.all([
        client.getMemberSignIn().then(dataOf, () => null),
        client.getMemberPasskeys().then(dataOf, (reason: unknown) => {
          action.showError(reason)
          return null
        }),
        client.getMemberSessions().then(dataOf, () => []),
      ]),
    ([signIn, answer, sessions]) => setLoaded({ signIn, passkeys: answer?.passkeys ?? [], sessions }),
  )
  return loaded
}

const dataOf = <T,>({ data }: { data: T }): T => data

interface EmailFormProps extends PanelProps {
  /** The new email that waits for its link to be opened, when the tab was opened. */
  initial: string | null
}

/** The login email, its verification status, and a button to send another verification email. */
function EmailForm(props: EmailFormProps) {
  const { client, member, texts, action, initial } = props
  const { verified, auth } = member
  const [pending, setPending] = useState(initial)
  const resend = () => void action.run((signal) => client.sendMemberVerificationEmail({ signal }))
  return (
    <SavedForm
      {...props}
      names={['email']}
      button={texts.change_email}
      read={(data) => {
        const email = readEmail(data)
        return { input: { email }, errors: { email: !isEmail(email) && 'email_error_message' } }
      }}
      save={async (input, options) => {
        const answer = await client.updateMemberAuth(input, options)
        if (input.email !== auth.email) setPending(input.email)
        return answer
      }}
      aside={
        !verified && (
          <Button look="link" onClick={resend}>
            {texts.resend_verification}
          </Button>
        )
      }
    >
      {(inputProps) => (
        <>
          <Field
            {...inputProps('email')}
            label={texts.email_address}
            type="email"
            inputMode="email"
            autoComplete="email"
            defaultValue={auth.email}
            hint={verified ? texts.email_verified : texts.email_not_verified}
          />
          {pending !== null && <PendingEmail {...props} email={pending} onCancel={() => setPending(null)} />}
        </>
      )}
    </SavedForm>
  )
}

/** A new email waits for its link to be opened. */
function PendingEmail({
  client,
  texts,
  action,
  email,
  onCancel,
}: PanelProps & { email: string; onCancel: () => void }) {
  const sendAgain = () => void action.run((signal) => client.updateMemberAuth({ email }, { signal }))
  const cancel = () =>
    void action.run(async (signal) => {
      await client.cancelMemberEmailChange({ signal })
      onCancel()
      return {}
    })
  return (
    <div className="row">
      <p className="muted">{fillText(texts.email_pending, { email })}</p>
      <Button look="link" onClick={sendAgain}>
        {texts.email_pending_send_again}
      </Button>
      <Button look="link" onClick={cancel}>
        {texts.email_pending_cancel}
      </Button>
    </div>
  )
}

/** Deletes the account after a confirmation and redirects to the site's root. */
function DeleteAccount({ client, texts, action }: PanelProps) {
  const [step, setStep] = useState<'untouched' | 'asking' | 'cancelled'>('untouched')
  const box = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  useEffect(() => {
    // The focused button is gone. Of the two confirmation buttons, the first cancels.
    if (step !== 'untouched') box.current?.querySelector('button')?.focus()
  }, [step])
  const remove = () =>
    action.run(async (signal) => {
      await client.deleteMember({ signal })
      location.assign(new URL('/', location.href))
      return { message: '' }
    })
  const asking = step === 'asking'
  return (
    <fieldset ref={box} className="group" aria-labelledby={id} aria-describedby={asking ? `${id}-more` : undefined}>
      <h3 id={id}>{asking ? texts.delete_confirmation_title : texts.delete_account}</h3>
      {asking && <p id={`${id}-more`}>{texts.delete_confirmation_message}</p>}
      <div className="row">
        {asking && (
          <Button look="secondary" onClick={() => setStep('cancelled')}>
            {texts.cancel_button}
          </Button>
        )}
        <div className="danger">
          <Button look="secondary" onClick={asking ? () => void remove() : () => setStep('asking')}>
            {asking ? texts.yes_delete_account : texts.delete_account}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}
