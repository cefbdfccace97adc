import { Fragment, useEffect } from 'react'
import { isRecord } from '../lib/values'
import type { MemberAuth } from '../public'
import type { ScreenProps } from './screen'
import { plansToJoin } from './signup'
import { Button, SubmitButton } from './ui/button'
import { CodeField, readCode, ResendButton } from './ui/code-field'
import { Form, isEmail, useForm } from './ui/form'
import { Heading } from './ui/heading'
import { Welcome } from './ui/welcome'

/** The mailed code that logs in or signs up (seed 001 section 2, modal 6). */
export function PasswordlessTokenScreen(props: ScreenProps<'PASSWORDLESS_TOKEN'>) {
  const { texts, titleId, params, go } = props
  const kind = params.modal === 'signup' ? 'SIGNUP' : 'LOGIN'
  const email = typeof params.email === 'string' && isEmail(params.email) ? params.email : null
  const back = (): void => go(kind, { passwordless: true })
  useEffect(() => {
    // A page opened it without an email: ask for it first.
    if (email === null) back()
  })
  if (email === null) return null
  return (
    <Welcome {...props}>
      {(onDone) => (
        <>
          <Heading id={titleId}>{texts.passwordless_token_heading}</Heading>
          <PasswordlessTokenForm
            {...props}
            email={email}
            kind={kind}
            onBack={back}
            onVerified={(data, message) => onDone({ type: kind, data }, message)}
          />
        </>
      )}
    </Welcome>
  )
}

interface PasswordlessTokenFormProps extends ScreenProps<'PASSWORDLESS_TOKEN'> {
  email: string
  kind: 'LOGIN' | 'SIGNUP'
  onBack: () => void
  /** @param message of the server, with the login */
  onVerified: (auth: MemberAuth, message: string | undefined) => void
}

function PasswordlessTokenForm(props: PasswordlessTokenFormProps) {
  const { client, texts, titleId, notify, email, kind, onBack, onVerified } = props
  const form = useForm({
    texts,
    notify,
    read: (data) => {
      const { code, errors } = readCode(data)
      return { input: code, errors }
    },
    send: async (code) => {
      const { data, message } = await verify(props, code)
      onVerified(data, message)
    },
  })
  return (
    <Form form={form} titleId={titleId}>
      <p className="muted">
        <WithEmail text={texts.login_passwordless_instructions} email={email} />
      </p>
      <CodeField {...form.field('code')} label={texts.login_verification_code} texts={texts} />
      <SubmitButton texts={texts} busy={form.busy}>
        {texts.login_verify_email}
      </SubmitButton>
      <p className="muted">{texts.passwordless_support}</p>
      <ResendButton
        texts={texts}
        notify={notify}
        send={() =>
          kind === 'LOGIN'
            ? client.sendMemberLoginPasswordlessEmail({ email })
            : client.sendMemberSignupPasswordlessEmail({ email })
        }
      />
      <Button look="link" onClick={onBack}>
        {texts.back_button}
      </Button>
    </Form>
  )
}

function verify({ client, email, kind, params }: PasswordlessTokenFormProps, passwordlessToken: string) {
  const proof = { email, passwordlessToken }
  const options = { includeContentGroups: true }
  if (kind === 'LOGIN') return client.loginMemberPasswordless(proof, options)
  const { customFields } = params
  return client.signupMemberPasswordless(
    { ...proof, plans: plansToJoin(params.plans), ...(isRecord(customFields) && { customFields }) },
    options,
  )
}

/** A text with its `{email}` filled in, isolated from the direction of the words around it. */
function WithEmail({ text, email }: { text: string; email: string }) {
  return text.split('{email}').map((words, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no other identity
    <Fragment key={index}>
      {index > 0 && <bdi>{email}</bdi>}
      {words}
    </Fragment>
  ))
}
