import { type ReactNode, useState } from 'react'
import type { ProofMethod } from '../public'
import { $member } from '../stores/identity'
import type { ScreenProps } from './screen'
import type { TextKey } from './texts/english'
import { Button, SubmitButton } from './ui/button'
import { clearRefusedCode, CodeField, readCode } from './ui/code-field'
import { Field, PasswordField } from './ui/field'
import { type FieldErrors, Form, type FormState, textOf, useForm } from './ui/form'
import { Heading } from './ui/heading'
import { FormNotice } from './ui/notice'
import { ProviderButton, offeredProviders, useProviderWindow } from './ui/social'
import { useLoad } from './ui/use-call'

type Props = ScreenProps<'REAUTHENTICATE'>

/** Proofs that this screen can ask for, each with the label of the link to it. */
const labels = {
  passkey: 'second_factor_use_passkey',
  totp: 'second_factor_use_app',
  'recovery-code': 'second_factor_use_recovery',
  password: 'reauthenticate_use_password',
  code: 'reauthenticate_send_code',
} as const satisfies Partial<Record<ProofMethod, TextKey>>

type Way = keyof typeof labels

const isWay = (method: ProofMethod): method is Way => Object.hasOwn(labels, method)

/** What a call does, in the words of the button that leads to it. */
const acts: Readonly<Record<string, TextKey | undefined>> = {
  updateMemberAuth: 'change_email',
  setPassword: 'set_password',
  deleteMember: 'delete_account',
  createConnectTicket: 'connect_additional_accounts',
  disconnectProvider: 'connect_additional_accounts',
  getPasskeyOptions: 'add_passkey',
  addPasskey: 'add_passkey',
  removePasskey: 'passkeys_title',
  startTotp: 'two_step_verification',
  confirmTotp: 'two_step_verification',
  removeTotp: 'two_step_turn_off',
  createRecoveryCodes: 'two_step_new_codes',
  endMemberSession: 'sessions_title',
  endOtherMemberSessions: 'sessions_end_others',
}

/** Asks the member for a proof, with the strongest method first. */
export function ReauthenticateScreen(props: Props) {
  const { client, texts, titleId, params, fail } = props
  const [methods, setMethods] = useState<readonly ProofMethod[] | null>(null)
  const [chosen, setChosen] = useState<Way | null>(null)
  useLoad(
    () => client.getReauthenticationOptions({}),
    ({ data }) => setMethods(data.methods),
    fail,
  )
  const ways = (methods ?? []).filter(isWay)
  const way = chosen ?? ways[0] ?? null
  const act = acts[params.act ?? '']
  const finish = (): void => {
    props.done({ type: 'CONTINUE', data: null })
    props.close()
  }
  const providers = methods?.includes('provider') ? connected(props) : []
  const others = providers.length > 0 && <ProviderProofs {...props} providers={providers} onProven={finish} />
  return (
    <>
      <Heading id={titleId} focused={!methods}>
        {texts.reauthenticate_title}
      </Heading>
      {act && <p>{texts[act]}</p>}
      {methods && !way && (
        <div className="ways">
          <p className="muted">{others ? texts.reauthenticate_instructions : texts.reauthenticate_log_in_again}</p>
          <FormNotice />
          {others}
          <Button look="link" onClick={props.close}>
            {texts.cancel_button}
          </Button>
        </div>
      )}
      {way && (
        <Proof key={way} {...props} way={way} ways={ways} choose={setChosen} onProven={finish}>
          {others}
        </Proof>
      )}
    </>
  )
}

/** Offered providers that the member has connected. */
const connected = ({ app }: Props) =>
  offeredProviders(app).filter((one) => $member.get()?.auth.providers.some(({ provider }) => provider === one.provider))

interface ProviderProofsProps extends Props {
  providers: ReturnType<typeof connected>
  onProven: () => void
}

/** A login with a connected provider, in its window. */
function ProviderProofs({ client, texts, notify, providers, onProven }: ProviderProofsProps) {
  const { waitingFor, open } = useProviderWindow({ texts, notify })
  return (
    <div className="social">
      {providers.map((one) => (
        <ProviderButton
          key={one.provider}
          {...{ texts, waitingFor }}
          provider={one}
          onClick={() =>
            open(one.provider, ({ provider, signal }) =>
              client.reauthenticateMember({ provider }, { signal }).then(onProven),
            )
          }
        />
      ))}
    </div>
  )
}

interface ProofProps extends Props {
  way: Way
  ways: readonly Way[]
  choose: (way: Way) => void
  onProven: () => void
  /** Other proofs. */
  children: ReactNode
}

function Proof(props: ProofProps) {
  const { client, texts, titleId, notify, way, ways, choose, onProven, close, children } = props
  const [isSent, setSent] = useState(false)
  const form: FormState = useForm({
    texts,
    notify,
    read: (data) => readProof(data, way, isSent),
    send: async (proof, signal) => {
      if (!proof) {
        const { message } = await client.getReauthenticationOptions({ sendCode: true }, { signal })
        setSent(true)
        if (message) notify({ text: message, isError: false })
        return
      }
      await client.reauthenticateMember(proof, { signal }).then(onProven, clearRefusedCode(form))
    },
  })
  const isRequest = way === 'code' && !isSent
  return (
    <Form form={form} titleId={titleId} focusOn={`${way} ${String(isSent)}`}>
      <p className="muted">{way === 'totp' ? texts.second_factor_instructions : texts.reauthenticate_instructions}</p>
      <ProofField {...props} form={form} isSent={isSent} />
      <SubmitButton texts={texts} busy={form.busy}>
        {way === 'passkey' || isRequest ? texts[labels[way]] : texts.reauthenticate_button}
      </SubmitButton>
      {ways.map(
        (one) =>
          one !== way && (
            <Button key={one} look="link" onClick={() => choose(one)}>
              {texts[labels[one]]}
            </Button>
          ),
      )}
      {children}
      <Button look="link" onClick={close}>
        {texts.cancel_button}
      </Button>
    </Form>
  )
}

function ProofField({ texts, way, form, isSent }: ProofProps & { form: FormState; isSent: boolean }) {
  if (way === 'password')
    return (
      <PasswordField {...form.field('password')} texts={texts} label={texts.password} autoComplete="current-password" />
    )
  if (way === 'recovery-code')
    return <Field {...form.field('recovery-code')} label={texts.recovery_code} dir="ltr" autoComplete="off" />
  if (way === 'totp' || (way === 'code' && isSent))
    return <CodeField {...form.field('code')} label={texts.code_label} texts={texts} submits />
  return null
}

type ProofInput = Parameters<Props['client']['reauthenticateMember']>[0]

/** Null: a code is to be emailed first. */
function readProof(data: FormData, way: Way, isSent: boolean): { input: ProofInput | null; errors: FieldErrors } {
  if (way === 'passkey') return { input: { passkey: true }, errors: {} }
  if (way === 'password') {
    const password = textOf(data, 'password')
    return { input: { password }, errors: { password: !password && 'password_error_message' } }
  }
  if (way === 'recovery-code') {
    const code = textOf(data, 'recovery-code').trim()
    return { input: { code }, errors: { 'recovery-code': !code && 'recovery_code_error_message' } }
  }
  if (way === 'code' && !isSent) return { input: null, errors: {} }
  const { code, errors } = readCode(data)
  return { input: { code }, errors }
}
