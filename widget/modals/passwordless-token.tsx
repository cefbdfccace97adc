import { useEffect } from 'react'
import { isRecord } from '../lib/values'
import type { MemberAuth } from '../public'
import { goOnWithSecondStep } from './passkey-login'
import type { ScreenProps } from './screen'
import { plansToJoin } from './signup'
import { Button, SubmitButton } from './ui/button'
import { clearRefusedCode, CodeField, readCode, ResendButton } from './ui/code-field'
import { Form, isEmail, useForm } from './ui/form'
import { Heading, WithEmail } from './ui/heading'
import { Welcome } from './ui/status'

/** Asks for the emailed code that logs in or signs up (seed 001 section 2, modal 6). */
export function PasswordlessTokenScreen(props: ScreenProps<'PASSWORDLESS_TOKEN'>) {
  const { texts, titleId, params, go } = props
  const kind = params.modal === 'signup' ? 'SIGNUP' : 'LOGIN'
  const email = typeof params.email === 'string' && isEmail(params.email) ? params.email : null
  const back = (): void => go(kind, { passwordless: true })
  useEffect(() => {
    // A page opened it without an email, so ask for it first.
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
  const { app, texts, titleId, notify, email, kind, onBack, onVerified } = props
  const link = kind === 'LOGIN' ? app.additionalAuthMethods.link : undefined
  const linkOnly = link?.only === true
  const form = useForm({
    texts,
    notify,
    read: (data) => {
      const { code, errors } = readCode(data)
      return { input: code, errors }
    },
    send: async (code, signal) => {
      try {
        const { data, message } = await verify(props, code, signal).catch(clearRefusedCode(form))
        onVerified(data, message)
      } catch (reason) {
        if (!goOnWithSecondStep(props, reason)) throw reason
      }
    },
  })
  return (
    <Form form={form} titleId={titleId}>
      <p className="muted">
        <WithEmail
          text={linkOnly ? texts.passwordless_link_instructions : texts.login_passwordless_instructions}
          email={email}
        />
      </p>
      {!linkOnly && (
        <>
          {link?.enabled && <p className="muted">{texts.passwordless_link_or_code}</p>}
          <CodeField {...form.field('code')} label={texts.login_verification_code} texts={texts} submits />
          <SubmitButton texts={texts} busy={form.busy}>
            {texts.login_verify_email}
          </SubmitButton>
        </>
      )}
      <p className="muted">{texts.passwordless_support}</p>
      <ResendButton texts={texts} notify={notify} send={(signal) => mailCode(props, signal)} />
      <Button look="link" onClick={onBack}>
        {texts.back_button}
      </Button>
    </Form>
  )
}

const mailCode = ({ client, email, kind }: PasswordlessTokenFormProps, signal: AbortSignal) =>
  kind === 'LOGIN'
    ? client.sendMemberLoginPasswordlessEmail({ email }, { signal })
    : client.sendMemberSignupPasswordlessEmail({ email }, { signal })

function verify(
  { client, email, kind, params }: PasswordlessTokenFormProps,
  passwordlessToken: string,
  signal: AbortSignal,
) {
  const proof = { email, passwordlessToken }
  const options = { includeContentGroups: true, signal }
  if (kind === 'LOGIN') return client.loginMemberPasswordless(proof, options)
  const { customFields } = params
  return client.signupMemberPasswordless(
    { ...proof, plans: plansToJoin(params.plans), ...(isRecord(customFields) && { customFields }) },
    options,
  )
}
