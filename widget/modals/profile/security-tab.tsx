import { useEffect, useId, useRef, useState } from 'react'
import { fillText } from '../../lib/texts'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { isEmail, readEmail } from '../ui/form'
import { ConnectedAccounts } from './connected-accounts'
import { type PanelProps, useLoaded } from './panel'
import { SavedForm } from './saved-form'
import { Sessions } from './sessions'
import { SignIn } from './sign-in'
import { viewTitle } from './tabs'

export function SecurityTab(props: PanelProps) {
  const { app, member, texts, show } = props
  return (
    <>
      <EmailForm {...props} />
      <section className="security-part">
        <h3>{texts.password}</h3>
        <Button look="secondary" onClick={() => show('changePassword')}>
          {viewTitle('changePassword', member, texts, false)}
        </Button>
      </section>
      <SignIn {...props} />
      <ConnectedAccounts {...props} />
      <Sessions {...props} />
      {app.allowMemberSelfDelete && <DeleteAccount {...props} />}
    </>
  )
}

/** The login email, its verification status, and a button to send another verification email. */
function EmailForm(props: PanelProps) {
  const { client, member, texts, action } = props
  const { verified, auth } = member
  // The new email that waits for its link to be opened.
  const [pending, setPending] = useLoaded(async () => (await client.getMemberSignIn()).data.pendingEmail)
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
    <fieldset
      ref={box}
      className="security-part delete-account"
      aria-labelledby={id}
      aria-describedby={asking ? `${id}-more` : undefined}
    >
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
