import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Right } from '../../contract/admin/rights'
import { useApp, useConsole, useHasPasskey, useMayDo, usePerson } from '../data/console'
import { useRead } from '../data/queries'
import { $confirmation } from '../data/session'
import type { Role } from '../data/session'
import { toFailure } from '../lib/failure'
import type { Failure } from '../lib/failure'
import { appTexts } from '../texts/english/app'
import { uiTexts } from '../texts/english/ui'
import { useTexts } from '../texts/texts'
import { Button } from '../ui/button'
import { FormDialog } from '../ui/dialog'
import { TextField } from '../ui/fields'
import { PageHeader } from '../ui/page'
import { ErrorLine, ErrorState, NoRight, Refusal, Skeleton } from '../ui/states'

/** Roles in words. */
export function useRoleNames(): Readonly<Record<Role, string>> {
  const t = useTexts(appTexts)
  return { owner: t.roleOwner, admin: t.roleAdmin, support: t.roleSupport, 'read-only': t.roleReadOnly }
}

/** The no-right state with the person's role and the owners of the app, who can grant it. */
export function NoRightHere() {
  const { role } = useApp()
  const names = useRoleNames()
  // Without the right to read the team too: a new try would hide this state, whose next showing would try again.
  const { data } = useRead('listStaff', {}, { retriesOnMount: false })
  const owners = data?.data.filter((one) => one.role === 'owner').map(({ name }) => name) ?? []
  return <NoRight role={names[role]} owners={owners} />
}

interface RequireRightProps {
  right: Right
  /** Heading of the page, if the content has it. */
  title?: string
  children: ReactNode
}

/** Shows its content to people with the right only. */
export function RequireRight({ right, title, children }: RequireRightProps) {
  if (useMayDo(right)) return children
  return (
    <>
      {title && <PageHeader title={title} />}
      <NoRightHere />
    </>
  )
}

interface Loaded<Body> {
  data: Body | undefined
  error: Failure | null
  refetch: () => unknown
}

interface ReadViewProps<Body> {
  /** The result of `useRead`. */
  read: Loaded<Body>
  /** Shown while it loads: as high as the content. */
  skeleton?: ReactNode
  /** Heading of the page, if the content has it: shown with what keeps it from showing. */
  title?: string
  children: (body: Body) => ReactNode
}

/** The states of everything that loads: skeleton, error with Retry, no right, content. */
export function ReadView<Body>({ read: { data, error, refetch }, skeleton, title, children }: ReadViewProps<Body>) {
  if (data !== undefined) return children(data)
  if (!error) return skeleton ?? <Skeleton height="8rem" />
  return (
    <>
      {title && <PageHeader title={title} />}
      {error.isNoRight ? <NoRightHere /> : <ErrorState failure={error} onRetry={() => void refetch()} />}
    </>
  )
}

/** Two reads as one, with one Retry: for content that needs both. */
export const bothOf = <One, Other>(one: Loaded<One>, other: Loaded<Other>): Loaded<[One, Other]> => ({
  data: one.data !== undefined && other.data !== undefined ? [one.data, other.data] : undefined,
  error: one.error ?? other.error,
  refetch: () => Promise.all([one.refetch(), other.refetch()]),
})

interface MorePagesProps {
  /** The result of `useReadPages`. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Failure | null
    fetchNextPage: () => unknown
  }
  size?: 'small'
}

/** Below a list that has more pages. A page that failed says so, and the same button tries again. */
export function MorePages({ list, size }: MorePagesProps) {
  const t = useTexts(uiTexts)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list
  if (!hasNextPage) return null
  return (
    <div className="stack-s">
      {isFetchNextPageError && error && <Refusal error={error} />}
      <div className="row">
        <Button {...(size && { size })} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t.more}
        </Button>
      </div>
    </div>
  )
}

/** The dialog of step-up: shows while a call waits for the password or a passkey. Once, at the root. */
export function StepUpDialog() {
  const confirmation = useStore($confirmation)
  return confirmation && <ConfirmPerson onSettle={confirmation.settle} />
}

/** How the person confirms. */
type Proof = 'password' | 'passkey'

interface ConfirmPersonProps {
  onSettle: (isConfirmed: boolean) => void
}

function ConfirmPerson({ onSettle }: ConfirmPersonProps) {
  const t = useTexts(appTexts)
  const { isDemo } = usePerson()
  const hasPasskey = useHasPasskey()
  const [password, setPassword] = useState('')
  const { confirm, pending, messageOf } = useConfirm(password, onSettle)
  return (
    <FormDialog
      isOpen
      onClose={() => onSettle(false)}
      title={t.stepUpTitle}
      action={t.confirm}
      isPending={pending === 'password'}
      error={isDemo ? messageOf('password') : null}
      onSubmit={() => void confirm('password')}
    >
      <p>{isDemo ? t.stepUpDemo : hasPasskey ? t.stepUpEither : t.stepUpText}</p>
      {hasPasskey && (
        <>
          <Button isPending={pending === 'passkey'} onPress={() => void confirm('passkey')}>
            {t.usePasskey}
          </Button>
          {messageOf('passkey') && <ErrorLine text={messageOf('passkey') ?? ''} />}
        </>
      )}
      {!isDemo && (
        <TextField
          label={t.password}
          type="password"
          autoComplete="current-password"
          isRequired
          value={password}
          onChange={setPassword}
          error={messageOf('password')}
        />
      )}
    </FormDialog>
  )
}

/** One proof at a time. A refusal belongs to what was refused. */
function useConfirm(password: string, onSettle: ConfirmPersonProps['onSettle']) {
  const { session } = useConsole()
  const [refusal, setRefusal] = useState<{ of: Proof; message: string } | null>(null)
  const [pending, setPending] = useState<Proof | null>(null)
  async function confirm(proof: Proof) {
    if (pending) return
    setPending(proof)
    setRefusal(null)
    try {
      await (proof === 'passkey' ? session.confirmByPasskey() : session.confirm(password))
      onSettle(true)
    } catch (thrown) {
      setRefusal({ of: proof, message: toFailure(thrown).message })
      setPending(null)
    }
  }
  return { confirm, pending, messageOf: (proof: Proof) => (refusal?.of === proof ? refusal.message : null) }
}
