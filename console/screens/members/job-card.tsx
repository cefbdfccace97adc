import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import type { Job } from '../../../contract/admin/schemas/jobs'
import { useApp, useConsole, useMayDo, useScope } from '../../data/console'
import { useRead, useReload, useWrite } from '../../data/queries'
import { ReadView } from '../../features/access'
import { useSubmit } from '../../features/submit'
import { wholeNumber } from '../../lib/format'
import { appPath } from '../../lib/paths'
import { membersTexts } from '../../texts/english/members'
import { uiTexts } from '../../texts/english/ui'
import { useLocale, useTexts } from '../../texts/texts'
import { Button, IconButton, Link } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { ErrorLine, Skeleton } from '../../ui/states'
import { showToast } from '../../ui/toast'
import { Time } from '../../ui/values'

interface JobCardProps {
  job: Job
  /** Another job, which reverses this one. */
  onStarted: (job: Job) => void
  onDismiss?: () => void
}

const POLL_MS = 1_000
const TICK_MS = 250

const isEnded = ({ status }: Job): boolean => status === 'DONE' || status === 'CANCELED'

/** Reads that a job makes stale: all that show members. */
const changed = ['listJobs', 'retrieveJob', 'listMembers', 'countMembers', 'retrieveMemberDetail'] as const

/** One job: its clock with Undo, its progress, and afterwards what failed and why. */
export function JobCard({ job: first, onStarted, onDismiss }: JobCardProps) {
  const t = useTexts(membersTexts)
  const [isRunning, setRunning] = useState(!isEnded(first))
  const read = useRead('retrieveJob', { jobId: first.id }, isRunning ? { everyMs: POLL_MS } : {})
  const job = read.data?.data ?? first
  const title = useJobTitle(job)
  useReloadAtEnd(job)
  if (isRunning === isEnded(job)) setRunning(!isEnded(job))
  return (
    // No landmark: jobs of the same kind have the same name.
    <article className="job" aria-label={`${t.job}: ${title}`}>
      <header className="row-between">
        <div>
          <h2>{title}</h2>
          <p className="muted">
            {t.jobOf(job.total)} · {t.jobBy({ name: job.actor })} · <Time value={job.createdAt} />
          </p>
        </div>
        <div className="row">
          <JobActs job={job} onStarted={onStarted} />
          {onDismiss && isEnded(job) && <IconButton icon="close" size="small" label={t.dismiss} onPress={onDismiss} />}
        </div>
      </header>
      <JobState job={job} />
      {job.failed > 0 && isEnded(job) && <Failures jobId={job.id} />}
    </article>
  )
}

/** The list shows what a job changed as soon as it ends. */
function useReloadAtEnd(job: Job): void {
  const [wasRunning] = useState(() => !isEnded(job))
  const reload = useReload()
  const hasEnded = wasRunning && isEnded(job)
  useEffect(() => {
    if (hasEnded) reload(changed)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [hasEnded])
}

function useJobTitle({ kind, planId, field, undoes }: Job): string {
  const t = useTexts(membersTexts)
  const plans = useRead('listPlans', {}, { isEnabled: planId !== null }).data?.data ?? []
  const plan = plans.find(({ id }) => id === planId)?.name ?? planId ?? ''
  const titles: Record<Job['kind'], string> = {
    'add-plan': t.jobAddPlan({ plan }),
    'remove-plan': t.jobRemovePlan({ plan }),
    'set-field': t.jobSetField({ field: field ?? '' }),
    verify: t.verify,
    'end-sessions': t.endSessions,
    suspend: t.suspend,
    unsuspend: t.unsuspend,
    delete: t.remove,
    export: t.exportCsv,
  }
  return undoes ? t.jobReverse({ what: titles[kind] }) : titles[kind]
}

function JobState({ job }: { job: Job }) {
  const t = useTexts(membersTexts)
  const locale = useLocale()
  const { status, done, total, failed } = job
  if (status === 'CANCELED') return <output>{t.jobCanceled}</output>
  if (status === 'DONE') return <output>{failed > 0 ? t.jobPartly(failed) : t.jobDone}</output>
  if (status === 'WAITING') return <Countdown startsAt={job.startsAt} />
  return (
    <div className="job-progress">
      <progress aria-label={t.jobProgress} value={done} max={total} />
      <span>{t.jobRunning({ done: wholeNumber(done, locale), total: wholeNumber(total, locale) })}</span>
    </div>
  )
}

/** Seconds until the job starts, by this machine's clock. */
function Countdown({ startsAt }: { startsAt: string }) {
  const t = useTexts(membersTexts)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil((Date.parse(startsAt) - now) / 1_000)
  return <p className="muted">{seconds > 0 ? t.jobWaiting({ seconds }) : t.jobStarting}</p>
}

function JobActs({ job, onStarted }: Pick<JobCardProps, 'job' | 'onStarted'>) {
  const t = useTexts(membersTexts)
  const ui = useTexts(uiTexts)
  const mayWrite = useMayDo('members.write')
  const [isAsking, setAsking] = useState(false)
  const undo = useWrite('undoJob', {
    changes: changed,
    onDone: (done) => {
      setAsking(false)
      showToast(done.id === job.id ? t.undone : t.reversed)
      if (done.id !== job.id) onStarted(done)
    },
  })
  const stop = useWrite('cancelJob', { changes: changed, onDone: () => showToast(t.stopped) })
  const error = isAsking ? null : (undo.error ?? stop.error)
  const isReversible = job.status === 'DONE' && job.undoUntil !== null && job.undoneBy === null
  return (
    <>
      {error && <ErrorLine text={error.message} />}
      {mayWrite && job.status === 'WAITING' && (
        <Button size="small" isPending={undo.isPending} onPress={() => undo.mutate({ jobId: job.id })}>
          {ui.undo}
        </Button>
      )}
      {mayWrite && job.status === 'RUNNING' && (
        <Button size="small" isPending={stop.isPending} onPress={() => stop.mutate({ jobId: job.id })}>
          {t.stop}
        </Button>
      )}
      {mayWrite && isReversible && (
        <Button size="small" onPress={() => setAsking(true)}>
          {t.reverse}
        </Button>
      )}
      {job.hasFile && <Download jobId={job.id} />}
      {isAsking && (
        <ReverseDialog
          isPending={undo.isPending}
          error={undo.error}
          onClose={() => setAsking(false)}
          onSubmit={() => undo.mutate({ jobId: job.id })}
        />
      )}
    </>
  )
}

type ReverseDialogProps = Pick<ComponentProps<typeof ConfirmDialog>, 'isPending' | 'error' | 'onClose' | 'onSubmit'>

function ReverseDialog(props: ReverseDialogProps) {
  const t = useTexts(membersTexts)
  return (
    <ConfirmDialog {...props} isOpen title={t.reverseTitle} text={t.reverseText} action={t.reverse} isFinal={false} />
  )
}

function Download({ jobId }: { jobId: string }) {
  const t = useTexts(membersTexts)
  const { client } = useConsole()
  const scope = useScope()
  const submit = useSubmit()
  if (!useMayDo('members.export')) return null
  const download = () =>
    submit.run(async () => {
      const csv = await client.readText('downloadJobFile', { jobId }, { scope })
      const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
      const link = Object.assign(document.createElement('a'), { href: url, download: `members-${jobId}.csv` })
      link.click()
      URL.revokeObjectURL(url)
      showToast(t.downloaded)
    })
  return (
    <>
      <Button size="small" kind="primary" isPending={submit.isPending} onPress={download}>
        {t.download}
      </Button>
      {submit.failure && <ErrorLine text={submit.failure.message} />}
    </>
  )
}

/** Members that a line names; the others are only counted. */
const NAMED = 5

/** Grouped by reason, the most frequent first. */
function Failures({ jobId }: { jobId: string }) {
  const t = useTexts(membersTexts)
  const { id: appId } = useApp()
  const read = useRead('listJobFailures', { jobId })
  return (
    <div className="job-failures">
      <h3>{t.failures}</h3>
      <ReadView read={read} skeleton={<Skeleton />}>
        {({ data }) => (
          <ul>
            {data.map(({ code, message, count, memberIds }) => (
              <li key={code}>
                <strong>{t.failureLine(count)}</strong>: {message}{' '}
                {memberIds.slice(0, NAMED).map((id) => (
                  <Link key={id} href={appPath(appId, `members/${id}`)}>
                    {id}
                  </Link>
                ))}
              </li>
            ))}
          </ul>
        )}
      </ReadView>
    </div>
  )
}
