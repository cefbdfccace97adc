import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useConsole, useScope } from '../../data/console'
import { useRead, useReadPages } from '../../data/queries'
import { MorePages, ReadView } from '../../features/access'
import { useSubmit } from '../../features/submit'
import { appPath } from '../../lib/paths'
import { auditDetailTexts, auditTexts } from '../../texts/english/audit'
import { auditActionTexts } from '../../texts/english/audit-actions'
import { useTexts } from '../../texts/texts'
import { Button, IconButton, Link } from '../../ui/button'
import { Select, TextField } from '../../ui/fields'
import { Badge, PageHeader } from '../../ui/page'
import { EmptyState, ErrorLine, Skeleton } from '../../ui/states'
import { Table } from '../../ui/table'
import { showToast } from '../../ui/toast'
import { Time } from '../../ui/values'
import { detailLines, filtersOf, hasFilters, hasWrongDays, inputOf, noFilters, searchOf } from './filters'
import type { AuditFilters } from './filters'
import { screenOf } from './subjects'
import './audit.css'

type Entry = AdminOutput<'listAuditLog'>[number]

const PAGE = '100'

/** Actions with their actors, newest first. */
export default function AuditScreen() {
  const t = useTexts(auditTexts)
  const [path, navigate] = useLocation()
  const filters = filtersOf(useSearch())
  const show = (next: AuditFilters) => navigate(path + searchOf(next))
  return (
    <>
      <PageHeader title={t.title} summary={t.summary} actions={<Download filters={filters} />} />
      {/* A new key takes over filters that were chosen in a row or by Back. */}
      <FilterForm key={searchOf(filters)} filters={filters} onShow={show} />
      <Entries filters={filters} onShow={show} />
    </>
  )
}

function Download({ filters }: { filters: AuditFilters }) {
  const t = useTexts(auditTexts)
  const { client } = useConsole()
  const scope = useScope()
  const { isPending, failure, run } = useSubmit()
  async function download() {
    const text = await client.readText('exportAuditLog', inputOf(filters), { scope })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
    link.download = `audit-log-${new Date().toISOString().slice(0, 10)}.csv`
    link.click()
    URL.revokeObjectURL(link.href)
    showToast(t.downloaded)
  }
  return (
    <div className="stack-s">
      <Button isPending={isPending} onPress={() => run(download)}>
        {t.download}
      </Button>
      {failure && <ErrorLine text={failure.message} />}
    </div>
  )
}

interface FilterProps {
  filters: AuditFilters
  onShow: (filters: AuditFilters) => void
}

const ANYBODY = 'anybody'
const ANYTHING = 'anything'

function FilterForm({ filters, onShow }: FilterProps) {
  const t = useTexts(auditTexts)
  const [typed, setTyped] = useState(filters)
  const change = (part: Partial<AuditFilters>) => setTyped({ ...typed, ...part })
  const isWrong = hasWrongDays(typed)
  return (
    <search className="audit-filters" aria-label={t.filters}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) onShow(typed)
        }}
      >
        <PersonSelect filters={typed} onChange={change} />
        <ActionSelect act={typed.act} onChange={(act) => change({ act })} />
        <TextField
          label={t.subject}
          placeholder={t.subjectHint}
          value={typed.subject}
          onChange={(subject) => change({ subject })}
        />
        <TextField label={t.from} type="date" value={typed.from} onChange={(from) => change({ from })} />
        <TextField
          label={t.to}
          type="date"
          value={typed.to}
          onChange={(to) => change({ to })}
          error={isWrong ? t.wrongDays : null}
        />
        <div className="row">
          <Button type="submit">{t.apply}</Button>
          {hasFilters(filters) && (
            <Button kind="quiet" onPress={() => onShow(noFilters)}>
              {t.clear}
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

/** People of the team, and the person, key or command that a row was filtered by. */
function PersonSelect({
  filters: { actor, actorId },
  onChange,
}: {
  filters: AuditFilters
  onChange: (part: Partial<AuditFilters>) => void
}) {
  const t = useTexts(auditTexts)
  const { data } = useRead('listStaff', {})
  const people = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const chosen = actorId || actor
  const isOther = chosen !== '' && !people.some(({ value }) => value === chosen)
  const options = [
    { value: ANYBODY, label: t.anybody },
    ...people,
    ...(isOther ? [{ value: chosen, label: actor || actorId }] : []),
  ]
  return (
    <Select
      label={t.person}
      options={options}
      value={chosen || ANYBODY}
      onChange={(value) => {
        if (value === ANYBODY) onChange({ actor: '', actorId: '' })
        else if (value !== chosen) onChange({ actor: '', actorId: value })
      }}
    />
  )
}

/** Actions in words. An action of the URL that has none shows as it is. */
function ActionSelect({ act, onChange }: { act: string; onChange: (act: string) => void }) {
  const t = useTexts(auditTexts)
  const names = useActionNames()
  const known = Object.entries(names).map(([value, label]) => ({ value, label }))
  const isOther = act !== '' && !Object.hasOwn(names, act)
  const options = [
    { value: ANYTHING, label: t.anything },
    ...known.toSorted((one, other) => one.label.localeCompare(other.label)),
    ...(isOther ? [{ value: act, label: act }] : []),
  ]
  return (
    <Select
      label={t.action}
      options={options}
      value={act || ANYTHING}
      onChange={(value) => onChange(value === ANYTHING ? '' : value)}
    />
  )
}

const useActionNames = (): Readonly<Record<string, string>> => useTexts(auditActionTexts)

function Entries({ filters, onShow }: FilterProps) {
  const t = useTexts(auditTexts)
  const log = useReadPages('listAuditLog', { limit: PAGE, ...inputOf(filters) }, (after) => ({ after }))
  const columns = useColumns({ filters, onShow })
  const names = useActionNames()
  return (
    <ReadView read={log} skeleton={<Skeleton height="2.75rem" lines={8} />}>
      {({ pages }) => (
        <>
          <Table
            label={t.entries}
            columns={columns}
            rows={pages.flatMap(({ data }) => data)}
            nameOf={({ act, actor }) => `${names[act] ?? act}, ${actor}`}
            empty={
              hasFilters(filters) ? (
                <EmptyState text={t.noMatches} action={<Button onPress={() => onShow(noFilters)}>{t.clear}</Button>} />
              ) : (
                <EmptyState text={t.noEntries} action={<Button onPress={() => void log.refetch()}>{t.again}</Button>} />
              )
            }
          />
          <MorePages list={log} />
        </>
      )}
    </ReadView>
  )
}

/** A link to what it was about, with a button beside it; without a screen, the button alone. */
function Subject({ entry, onOnly }: { entry: Entry; onOnly: () => void }) {
  const t = useTexts(auditTexts)
  const { appId } = useScope()
  const { subject } = entry
  const screen = screenOf(entry)
  const label = t.onlySubject({ subject })
  return screen === null ? (
    <span className="audit-cell">
      <Button kind="quiet" size="small" onPress={onOnly}>
        {subject}
      </Button>
    </span>
  ) : (
    <span className="audit-subject">
      <Link href={appPath(appId, screen)}>{subject}</Link>
      <IconButton icon="search" label={label} size="small" onPress={onOnly} />
    </span>
  )
}

function useColumns({ filters, onShow }: FilterProps) {
  const t = useTexts(auditTexts)
  const names = useActionNames()
  const detailNames: Readonly<Record<string, string>> = useTexts(auditDetailTexts)
  const vias = { console: t.viaConsole, key: t.viaKey }
  const only = (value: string, part: Partial<AuditFilters>) => (
    <Button kind="quiet" size="small" onPress={() => onShow({ ...filters, ...part })}>
      {value}
    </Button>
  )
  return [
    { id: 'time', label: t.time, render: ({ doneAt }: Entry) => <Time value={doneAt} isLong /> },
    {
      id: 'person',
      label: t.person,
      render: ({ actor, actorId, via }: Entry) => (
        <span className="row audit-cell">
          {only(actor, actorId === null ? { actor, actorId: '' } : { actor: '', actorId })}
          {via && <Badge>{vias[via]}</Badge>}
        </span>
      ),
    },
    {
      id: 'action',
      label: t.action,
      isTitle: true,
      render: ({ act }: Entry) => <span className="audit-cell">{only(names[act] ?? act, { act })}</span>,
    },
    {
      id: 'subject',
      label: t.subject,
      render: (entry: Entry) => <Subject entry={entry} onOnly={() => onShow({ ...filters, subject: entry.subject })} />,
    },
    {
      id: 'detail',
      label: t.detail,
      render: ({ detail }: Entry) => (
        <ul className="audit-detail">
          {detailLines(detail).map(({ name, value }) => (
            <li key={name}>
              <span className="muted">{detailNames[name] ?? name}:</span> {value}
            </li>
          ))}
        </ul>
      ),
    },
  ]
}
