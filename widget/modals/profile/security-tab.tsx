import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { isEmail, readEmail } from '../ui/form'
import { ConnectedAccounts } from './connected-accounts'
import type { PanelProps } from './panel'
import { SavedForm } from './saved-form'
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
      <ConnectedAccounts {...props} />
      {app.allowMemberSelfDelete && <DeleteAccount {...props} />}
    </>
  )
}

/** The email to log in with, its verification status, and another verification mail. */
function EmailForm(props: PanelProps) {
  const { client, member, texts, action } = props
  const { verified, auth } = member
  const resend = () => void action.run(() => client.sendMemberVerificationEmail())
  return (
    <SavedForm
      {...props}
      names={['email']}
      button={texts.change_email}
      read={(data) => {
        const email = readEmail(data)
        return { input: { email }, errors: { email: !isEmail(email) && 'email_error_message' } }
      }}
      save={(input) => client.updateMemberAuth(input)}
      aside={
        !verified && (
          <Button look="link" onClick={resend}>
            {texts.resend_verification}
          </Button>
        )
      }
    >
      {(inputProps) => (
        <Field
          {...inputProps('email')}
          label={texts.email_address}
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={auth.email}
          hint={verified ? texts.email_verified : texts.email_not_verified}
        />
      )}
    </SavedForm>
  )
}

/** Deletes after a confirmation; then the page goes to the site's root. */
function DeleteAccount({ client, texts, action }: PanelProps) {
  const [step, setStep] = useState<'untouched' | 'asking' | 'cancelled'>('untouched')
  const box = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  useEffect(() => {
    // The button with the focus is gone. Of the two that ask, the first cancels.
    if (step !== 'untouched') box.current?.querySelector('button')?.focus()
  }, [step])
  const remove = () =>
    action.run(async () => {
      await client.deleteMember()
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
