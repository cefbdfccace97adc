import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Right } from '../../contract/admin/rights'
import { useApp, useConsole, useMayDo } from '../data/console'
import { useRead } from '../data/queries'
import { $confirmation } from '../data/session'
import type { Role } from '../data/session'
import { toFailure } from '../lib/failure'
import type { Failure } from '../lib/failure'
import { appTexts } from '../texts/english/app'
import { useTexts } from '../texts/texts'
import { FormDialog } from '../ui/dialog'
import { TextField } from '../ui/fields'
import { PageHeader } from '../ui/page'
import { ErrorState, NoRight, Skeleton } from '../ui/states'

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

/** The dialog of step-up: shows while a call waits for the password. Once, at the root. */
export function StepUpDialog() {
  const confirmation = useStore($confirmation)
  return confirmation && <PasswordDialog onSettle={confirmation.settle} />
}

function PasswordDialog({ onSettle }: { onSettle: (isConfirmed: boolean) => void }) {
  const t = useTexts(appTexts)
  const { session } = useConsole()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  async function confirm() {
    setPending(true)
    try {
      await session.confirm(password)
      onSettle(true)
    } catch (thrown) {
      setError(toFailure(thrown).message)
      setPending(false)
    }
  }
  return (
    <FormDialog
      isOpen
      onClose={() => onSettle(false)}
      title={t.stepUpTitle}
      action={t.confirm}
      isPending={isPending}
      onSubmit={() => void confirm()}
    >
      <p>{t.stepUpText}</p>
      <TextField
        label={t.password}
        type="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
        error={error}
      />
    </FormDialog>
  )
}
