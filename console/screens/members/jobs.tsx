import { useState } from 'react'
import type { Job } from '../../../contract/admin/schemas/jobs'
import { useApp } from '../../data/console'
import { useReadPages } from '../../data/queries'
import { MorePages, ReadView } from '../../features/access'
import { appPath } from '../../lib/paths'
import { membersTexts } from '../../texts/english/members'
import { useTexts } from '../../texts/texts'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { EmptyState, Skeleton } from '../../ui/states'
import { JobCard } from './job-card'

/** Jobs of the last 30 days, with what failed, files to download and what can still be reversed. */
export function JobsScreen() {
  const t = useTexts(membersTexts)
  const { id: appId } = useApp()
  const [started, setStarted] = useState<readonly Job[]>([])
  const toList = <LinkButton href={appPath(appId, 'members')}>{t.backToList}</LinkButton>
  const list = useReadPages('listJobs', { first: '20' }, (after) => ({ after }))
  const known = list.data?.pages.flatMap(({ data }): Job[] => data) ?? []
  const fresh = started.filter(({ id }) => !known.some((job) => job.id === id))
  return (
    <>
      <PageHeader title={t.jobsTitle} summary={t.jobsText} actions={toList} />
      <ReadView read={list} skeleton={<Skeleton height="6rem" lines={3} />}>
        {() => (
          <>
            {known.length + fresh.length === 0 && (
              <EmptyState
                text={t.noJobs}
                action={<LinkButton href={appPath(appId, 'members')}>{t.chooseMembers}</LinkButton>}
              />
            )}
            {[...fresh, ...known].map((job) => (
              <JobCard key={job.id} job={job} onStarted={(next) => setStarted([next, ...started])} />
            ))}
            <MorePages list={list} />
          </>
        )}
      </ReadView>
    </>
  )
}

interface JobsProps {
  jobs: readonly Job[]
  onStarted: (job: Job) => void
  onDismiss: (rest: readonly Job[]) => void
}

/** Jobs of this visit. */
export const Jobs = ({ jobs, onStarted, onDismiss }: JobsProps) =>
  jobs.map((job) => (
    <JobCard
      key={job.id}
      job={job}
      onStarted={onStarted}
      onDismiss={() => onDismiss(jobs.filter(({ id }) => id !== job.id))}
    />
  ))
