import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AdminOutput } from '../../contract/admin/schemas'
import type { CredentialKind } from '../../contract/admin/schemas/connections'
import { useWrite } from '../data/queries'
import { credentialTexts } from '../texts/english/credentials'
import { useTexts } from '../texts/texts'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { Badge, Card, Facts, Notice } from '../ui/page'
import type { Fact } from '../ui/page'
import { ErrorLine } from '../ui/states'
import { showToast } from '../ui/toast'
import { Time } from '../ui/values'

export type Credential = AdminOutput<'listCredentials'>[number]

/** Reads that a changed credential changes. */
export const OF_CREDENTIALS = ['listCredentials', 'readGoLive'] as const

interface CredentialCardProps {
  credential: Credential
  /** Its name: `Stripe`. */
  name: string
  /** Without an own one: what is used instead. */
  instead: string
  /** The loss that its removal causes. */
  removeText: string
  facts: readonly Fact[]
  renderForm: (close: (() => void) | null) => ReactNode
  children?: ReactNode
}

/** A credential with its last check, or the form for it. */
export function CredentialCard(props: CredentialCardProps) {
  const { credential, name, instead, removeText, facts, renderForm, children } = props
  const t = useTexts(credentialTexts)
  const [isEdited, setEdited] = useState(false)
  const { kind, from, problem, subscriptions } = credential
  const close = () => setEdited(false)
  return (
    <Card title={name} summary={from === 'app' ? null : instead} actions={<State credential={credential} />}>
      {problem !== null && (
        <Notice tone="bad">
          <p>{problem}</p>
        </Notice>
      )}
      {subscriptions && subscriptions.elsewhere > 0 && (
        <Notice tone="warn">
          <p>{t.elsewhere(subscriptions.elsewhere)}</p>
        </Notice>
      )}
      {from === 'app' && (
        <>
          <Facts
            facts={[
              ...facts,
              { label: t.changed, value: <Time value={credential.changedAt} /> },
              { label: t.checked, value: <Time value={credential.checkedAt} /> },
            ]}
          />
          {!isEdited && (
            <Actions
              kind={kind}
              name={name}
              removeText={removeText}
              running={subscriptions?.own ?? 0}
              onReplace={() => setEdited(true)}
            />
          )}
        </>
      )}
      {(from !== 'app' || isEdited) && renderForm(from === 'app' ? close : null)}
      {children}
    </Card>
  )
}

function State({ credential: { from, problem } }: { credential: Credential }) {
  const t = useTexts(credentialTexts)
  if (problem !== null) return <Badge tone="bad">{t.failed}</Badge>
  if (from === 'app') return <Badge tone="good">{t.ofApp}</Badge>
  return from === 'server' ? <Badge>{t.ofServer}</Badge> : <Badge tone="warn">{t.notSet}</Badge>
}

interface ActionsProps {
  kind: CredentialKind
  name: string
  removeText: string
  /** Subscriptions that depend on it. */
  running: number
  onReplace: () => void
}

function Actions({ kind, name, removeText, running, onReplace }: ActionsProps) {
  const t = useTexts(credentialTexts)
  const [isRemoving, setRemoving] = useState(false)
  const check = useWrite('checkCredential', {
    changes: OF_CREDENTIALS,
    onDone: ({ problem }) => {
      if (problem === null) showToast(t.checkedGood({ what: name }))
    },
  })
  const remove = useWrite('removeCredential', {
    changes: OF_CREDENTIALS,
    onDone: () => {
      showToast(t.removed({ what: name }))
      setRemoving(false)
    },
  })
  return (
    <>
      {check.error && <ErrorLine text={check.error.message} />}
      <div className="row">
        <Button
          aria-label={t.checkOf({ what: name })}
          isPending={check.isPending}
          onPress={() => check.mutate({ kind })}
        >
          {t.check}
        </Button>
        <Button onPress={onReplace}>{t.replace}</Button>
        <Button kind="quiet" aria-label={t.removeOf({ what: name })} onPress={() => setRemoving(true)}>
          {t.remove}
        </Button>
      </div>
      {isRemoving && (
        <ConfirmDialog
          isOpen
          isFinal={false}
          onClose={() => setRemoving(false)}
          title={t.removeTitle({ what: name })}
          text={removeText}
          lost={running > 0 ? [t.lostSubscriptions(running)] : []}
          action={t.remove}
          isPending={remove.isPending}
          error={remove.error}
          onSubmit={() => remove.mutate({ kind })}
        />
      )}
    </>
  )
}
