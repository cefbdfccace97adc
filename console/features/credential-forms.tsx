import { useState } from 'react'
import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import type { CallInput } from '../data/client'
import { usePerson, useScope } from '../data/console'
import { useRead, useWrite } from '../data/queries'
import { credentialTexts } from '../texts/english/credentials'
import { useTexts } from '../texts/texts'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { Select, TextField } from '../ui/fields'
import { ErrorLine, Skeleton } from '../ui/states'
import { showToast } from '../ui/toast'
import { Time } from '../ui/values'
import { ReadView } from './access'
import { CredentialCard, OF_CREDENTIALS } from './credential-card'
import type { Credential } from './credential-card'

/** Stripe and the mail server of an app in this mode. @param hasStripe false: the app sells nothing */
export function CredentialCards({ hasStripe = true }: { hasStripe?: boolean }) {
  const read = useRead('listCredentials', {})
  return (
    <ReadView read={read} skeleton={<Skeleton height="16rem" lines={hasStripe ? 2 : 1} />}>
      {({ data }) => (
        <div className="stack">
          {data.map((credential) =>
            credential.kind === 'smtp' ? (
              <MailCard key="smtp" credential={credential} />
            ) : (
              hasStripe && <StripeCard key="stripe" credential={credential} />
            ),
          )}
        </div>
      )}
    </ReadView>
  )
}

interface OfCredential {
  credential: Credential
}

function StripeCard({ credential }: OfCredential) {
  const t = useTexts(credentialTexts)
  const { mode } = useScope()
  const { from, ending, detail, subscriptions } = credential
  const none = mode === 'test' ? t.stripeNoneTest : t.stripeNoneLive
  return (
    <CredentialCard
      credential={credential}
      name={t.stripe}
      instead={from === 'server' ? t.stripeServer : none}
      removeText={t.removeStripe}
      facts={[
        { label: t.ending, value: ending ? t.endingOf({ ending }) : t.noSecret },
        { label: t.account, value: <code>{detail['account']}</code> },
        { label: t.webhook, value: detail['webhook'] ? t.webhookMade : t.webhookMissing },
      ]}
      renderForm={(onClose) => <StripeForm running={subscriptions?.own ?? 0} onClose={onClose} />}
    />
  )
}

interface FormProps {
  /** Null: nothing is stored yet. */
  onClose: (() => void) | null
}

/** Asked, not only told. */
const OTHER_ACCOUNT = 'other-stripe-account'

/** Typed values stay until the server has stored them. */
function useSave(name: string, onClose: FormProps['onClose']) {
  const t = useTexts(credentialTexts)
  return useWrite('setCredential', {
    changes: OF_CREDENTIALS,
    onDone: () => {
      showToast(t.saved({ what: name }))
      onClose?.()
    },
  })
}

interface SaveFormProps extends FormProps {
  name: string
  save: ReturnType<typeof useSave>
  /** Null: the fields are not complete. */
  input: () => CallInput<'setCredential'> | null
  children: ReactNode
}

function SaveForm({ name, save, input, onClose, children }: SaveFormProps) {
  const t = useTexts(credentialTexts)
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const filled = input()
        if (filled && !save.isPending) save.mutate(filled)
      }}
    >
      {children}
      {save.error && save.error.code !== OTHER_ACCOUNT && <ErrorLine text={save.error.message} />}
      <div className="row">
        <Button type="submit" aria-label={t.saveOf({ what: name })} isPending={save.isPending}>
          {t.save}
        </Button>
        {onClose && (
          <Button kind="quiet" onPress={onClose}>
            {t.cancel}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** @param running subscriptions that another account would leave behind */
function StripeForm({ running, onClose }: FormProps & { running: number }) {
  const t = useTexts(credentialTexts)
  const { mode } = useScope()
  const [secretKey, setSecretKey] = useState('')
  const save = useSave(t.stripe, onClose)
  const isOther = save.error?.code === OTHER_ACCOUNT
  return (
    <>
      <SaveForm
        name={t.stripe}
        save={save}
        onClose={onClose}
        input={() => ({ kind: 'stripe', secretKey: secretKey.trim() })}
      >
        <TextField
          label={t.key}
          hint={`${t.keyHint} ${mode === 'test' ? t.keyTest : t.keyLive}`}
          type="password"
          isRequired
          autoComplete="off"
          value={secretKey}
          onChange={setSecretKey}
        />
      </SaveForm>
      {isOther && (
        <ConfirmDialog
          isOpen
          isFinal={false}
          onClose={save.reset}
          title={t.otherAccount}
          text={t.otherAccountText}
          lost={running > 0 ? [t.lostSubscriptions(running)] : []}
          action={t.useOther}
          isPending={save.isPending}
          onSubmit={() => save.mutate({ kind: 'stripe', secretKey: secretKey.trim(), replacesAccount: true })}
        />
      )}
    </>
  )
}

function MailCard({ credential }: OfCredential) {
  const t = useTexts(credentialTexts)
  const { from, ending, detail } = credential
  const { host = '', port = '', user } = detail
  return (
    <CredentialCard
      credential={credential}
      name={t.mailServer}
      instead={t.mailServerText}
      removeText={t.removeMail}
      facts={[
        { label: t.host, value: `${host}:${port}` },
        ...(user ? [{ label: t.user, value: user }] : []),
        ...(user ? [{ label: t.password, value: ending ? t.endingOf({ ending }) : '••••' }] : []),
      ]}
      renderForm={(onClose) => <MailForm onClose={onClose} />}
    >
      {/* One test per mail server: what was said about an earlier one goes with it. */}
      <TestMail key={`${from} ${credential.changedAt}`} credential={credential} />
    </CredentialCard>
  )
}

type Encryption = 'starttls' | 'tls'

const PORT_MAX = 65_535

function useEncryptions() {
  const t = useTexts(credentialTexts)
  return [
    { value: 'starttls', label: t.startTls },
    { value: 'tls', label: t.tls },
  ] as const
}

function HostField(props: { value: string; onChange: (value: string) => void }) {
  const t = useTexts(credentialTexts)
  return <TextField {...props} label={t.host} hint={t.hostHint} isRequired autoComplete="off" spellCheck="false" />
}

interface MailServer {
  host: string
  port: string
  encryption: Encryption
  user: string
  password: string
}

/** A mail server as it was typed. The server has a default port, and may need no login. */
const smtpOf = ({ host, port, encryption, user, password }: MailServer): CallInput<'setCredential'> => ({
  kind: 'smtp',
  host,
  secure: encryption === 'tls',
  ...(port.trim() && { port: Number(port) }),
  ...(user.trim() && { user: user.trim(), password }),
})

function MailForm({ onClose }: FormProps) {
  const t = useTexts(credentialTexts)
  const [host, setHost] = useState('')
  const [port, setPort] = useState('')
  const [encryption, setEncryption] = useState<Encryption>('starttls')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [isSent, setSent] = useState(false)
  const save = useSave(t.mailServer, onClose)
  const encryptions = useEncryptions()
  const isPort = port.trim() === '' || (/^\d+$/u.test(port.trim()) && Number(port) >= 1 && Number(port) <= PORT_MAX)
  const isLogin = (user.trim() === '') === (password === '')
  const input = () => {
    setSent(true)
    return isPort && isLogin ? smtpOf({ host, port, encryption, user, password }) : null
  }
  return (
    <SaveForm name={t.mailServer} save={save} onClose={onClose} input={input}>
      <div className="grid">
        <HostField value={host} onChange={setHost} />
        <TextField
          label={t.port}
          hint={t.portHint}
          inputMode="numeric"
          autoComplete="off"
          value={port}
          onChange={setPort}
          error={isSent && !isPort ? t.portWrong : null}
        />
        <Select label={t.encryption} options={encryptions} value={encryption} onChange={setEncryption} />
      </div>
      <div className="grid">
        <TextField label={t.user} autoComplete="off" spellCheck="false" value={user} onChange={setUser} />
        <TextField
          label={t.password}
          hint={t.passwordHint}
          type="password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
          error={isSent && !isLogin ? t.bothOrNone : null}
        />
      </div>
    </SaveForm>
  )
}

function TestMail({ credential: { testMail } }: OfCredential) {
  const t = useTexts(credentialTexts)
  const [email, setEmail] = useState(usePerson().email)
  const send = useWrite('sendTestMail', { changes: OF_CREDENTIALS })
  const result = send.data?.data
  const problem = send.error?.message ?? result?.problem ?? (result ? null : testMail?.problem)
  return (
    <Form
      className="stack-s"
      aria-label={t.testMail}
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) send.mutate({ email })
      }}
    >
      <h3>{t.testMail}</h3>
      <p className="muted">{t.testMailText}</p>
      <TextField label={t.testTo} type="email" isRequired autoComplete="email" value={email} onChange={setEmail} />
      <div className="row">
        <Button type="submit" isPending={send.isPending}>
          {t.send}
        </Button>
        {testMail && !result && (
          <span className="muted">
            {t.lastTest}: <Time value={testMail.at} /> · {testMail.problem === null ? t.taken : t.refused}
          </span>
        )}
      </div>
      <output>{result && result.problem === null ? t.sent({ email: result.email }) : ''}</output>
      {problem && <ErrorLine text={problem} />}
    </Form>
  )
}
