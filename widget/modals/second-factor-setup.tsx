import { useState } from 'react'
import { TEST_CARD_FLASH_MS } from '../../contract/limits'
import { errorText } from '../lib/errors'
import type { MemberAuth, TotpSetup } from '../public'
import type { ScreenProps } from './screen'
import type { Texts } from './texts/english'
import { Button, SubmitButton } from './ui/button'
import { clearRefusedCode, CodeField, readCode } from './ui/code-field'
import { Form, useForm } from './ui/form'
import { Heading } from './ui/heading'
import { Waiting } from './ui/status'
import { useLoad } from './ui/use-call'
import { useCopy } from './ui/use-copy'

type SetupProps = ScreenProps<'SECOND_FACTOR_SETUP'>

interface Finished {
  recoveryCodes: string[]
  /** Null for a member who was logged in already. */
  login: MemberAuth | null
}

/** An authenticator app for two-step verification: from the profile, or before a login that needs it. */
export function SecondFactorSetupScreen(props: SetupProps) {
  const { texts, titleId, done, close } = props
  const [finished, setFinished] = useState<Finished | null>(null)
  if (!finished)
    return (
      <>
        <Heading id={titleId}>{texts.second_factor_setup_title}</Heading>
        <SetupForm {...props} onFinished={setFinished} />
      </>
    )
  const goOn = (): void => {
    const { login } = finished
    if (login) done({ type: 'LOGIN', data: login })
    else done({ type: 'CONTINUE', data: null })
    close()
  }
  return (
    <>
      <Heading id={titleId} focused>
        {texts.recovery_codes_title}
      </Heading>
      <RecoveryCodes {...props} codes={finished.recoveryCodes} onSaved={goOn} />
    </>
  )
}

function SetupForm(props: SetupProps & { onFinished: (result: Finished) => void }) {
  const { client, texts, titleId, notify, params, onFinished } = props
  const { challenge } = params
  // Undefined if it could not be started: then there is only the message.
  const [setup, setSetup] = useState<TotpSetup | null | undefined>(null)
  // Once: another secret would replace the one that was scanned.
  useLoad(
    () =>
      challenge === undefined
        ? client.startMemberTotp().then(({ data }) => data)
        : client.setUpMemberSecondFactor({ challenge }).then(({ data }) => data.totp),
    setSetup,
    (reason) => {
      setSetup(undefined)
      notify({ text: errorText(reason), isError: true })
    },
  )
  const form = useForm({
    texts,
    notify,
    read: (data) => {
      const { code, errors } = readCode(data)
      return { input: code, errors }
    },
    send: async (code, signal) => {
      onFinished(await confirm(props, code, signal).catch(clearRefusedCode(form)))
    },
  })
  if (!setup) return setup === null && <Waiting texts={texts} />
  return (
    <Form form={form} titleId={titleId}>
      <p className="muted">{texts.second_factor_setup_scan}</p>
      <QrCode rows={setup.qr} label={texts.second_factor_setup_qr} />
      <p className="muted">
        {texts.second_factor_setup_key}: <code dir="ltr">{setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <CodeField {...form.field('code')} label={texts.second_factor_setup_enter} texts={texts} submits />
      <SubmitButton texts={texts} busy={form.busy}>
        {texts.second_factor_verify}
      </SubmitButton>
    </Form>
  )
}

async function confirm(
  { client, params: { challenge } }: SetupProps,
  code: string,
  signal: AbortSignal,
): Promise<Finished> {
  if (challenge === undefined) {
    const { data } = await client.confirmMemberTotp({ code }, { signal })
    return { recoveryCodes: data.recoveryCodes, login: null }
  }
  const { data } = await client.setUpMemberSecondFactor({ challenge, code }, { signal })
  return { recoveryCodes: data.recoveryCodes ?? [], login: data.login }
}

/** Black on white in every color scheme: some apps read no other. */
function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length
  const path = rows.flatMap((row, y) => Array.from(row, (dot, x) => (dot === '1' ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

interface RecoveryCodesProps extends Pick<SetupProps, 'texts' | 'notify' | 'app'> {
  codes: readonly string[]
  onSaved: () => void
}

/** Shown once. */
export function RecoveryCodes({ texts, notify, app, codes, onSaved }: RecoveryCodesProps) {
  const { copied, copy } = useCopy({ texts, notify, milliseconds: TEST_CARD_FLASH_MS, field: () => null })
  const text = codes.join('\n')
  return (
    <div className="recovery-codes">
      <p className="muted">{texts.recovery_codes_instructions}</p>
      <ul dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button look="secondary" onClick={() => void copy(text)}>
        {copied ? texts.recovery_codes_copied : texts.recovery_codes_copy}
      </Button>
      <Button look="secondary" onClick={() => download(app.name, texts, text)}>
        {texts.recovery_codes_download}
      </Button>
      <Button onClick={onSaved}>{texts.recovery_codes_saved}</Button>
    </div>
  )
}

function download(appName: string, { recovery_codes_title: title }: Texts, text: string): void {
  const url = URL.createObjectURL(new Blob([`${appName}: ${title}\n\n${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
