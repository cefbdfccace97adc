import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Job } from '../../../contract/admin/schemas/jobs'
import type { CallInput } from '../../data/client'
import { useApp, useConsole } from '../../data/console'
import { useRead, useReadPages } from '../../data/queries'
import { bothOf, MorePages, ReadView } from '../../features/access'
import { appPath } from '../../lib/paths'
import { membersTexts } from '../../texts/english/members'
import { useTexts } from '../../texts/texts'
import { Button, LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { EmptyState, Skeleton } from '../../ui/states'
import { Table } from '../../ui/table'
import { BulkBar } from './bulk-bar'
import type { Chosen } from './bulk-bar'
import { useMemberDefinition } from './definition'
import type { MemberDefinition } from './definition'
import {
  isFiltered,
  noFilter,
  readListState,
  toFilterInput,
  toFilterQuery,
  withKnownFields,
  writeListState,
} from './filter'
import type { ListState } from './filter'
import { FilterBar } from './filter-bar'
import { Jobs, JobsScreen } from './jobs'
import { MemberDetail } from './member-detail'
import { defaultColumns, useMemberColumns } from './member-columns'
import type { ListedMember } from './member-columns'
import './members.css'

const PAGE_SIZE = '50'
const TABLE = 'members'

/** The list, the bulk jobs (`members/jobs`), or one member (`members/<id>`). */
export default function MembersScreen({ rest }: { rest: string }) {
  return (
    <div className="members">
      {rest === '' ? (
        <MemberListPage />
      ) : rest === 'jobs' ? (
        <JobsScreen />
      ) : (
        <MemberDetail key={rest} id={decodeURIComponent(rest)} />
      )}
    </div>
  )
}

/** Fields in the URL have the types of the definition: the list waits for it, and never shows more than was asked for. */
function MemberListPage() {
  const t = useTexts(membersTexts)
  const definition = useMemberDefinition()
  const read = useRead('getDefinition', {})
  const hasFields = /[?&]?field\./u.test(useSearch())
  if (read.data || !hasFields) return <MemberList definition={definition} />
  return (
    <>
      <PageHeader title={t.title} summary={t.summary} />
      <ReadView read={read} skeleton={<Skeleton height="2.75rem" lines={8} />}>
        {() => null}
      </ReadView>
    </>
  )
}

/** The list's state in the URL. */
function useListState(definition: MemberDefinition): [ListState, (next: ListState) => void] {
  const search = useSearch()
  const { id: appId } = useApp()
  const [, navigate] = useLocation()
  const write = (next: ListState) => {
    const query = writeListState(next)
    navigate(appPath(appId, `members${query && `?${query}`}`), { replace: true })
  }
  const state = readListState(search)
  return [{ ...state, filter: withKnownFields(state.filter, definition.fields) }, write]
}

/** The columns that the person chose, remembered for the next visit. */
function useColumnIds(): [readonly string[], (ids: readonly string[]) => void] {
  const { preferences } = useConsole()
  const [columnIds, setColumnIds] = useState(() => preferences.columnsOf(TABLE) ?? defaultColumns)
  const choose = (ids: readonly string[]) => {
    setColumnIds(ids)
    preferences.setColumns(TABLE, ids)
  }
  return [columnIds, choose]
}

function MemberList({ definition }: { definition: MemberDefinition }) {
  const [state, setState] = useListState(definition)
  const [chosen, setChosen] = useState<Chosen>(nothingChosen)
  const [jobs, setJobs] = useState<readonly Job[]>([])
  const [columnIds, setColumnIds] = useColumnIds()
  const filter = toFilterInput(state.filter, definition.fields)
  const total = useRead('countMembers', toFilterQuery(filter), { keepsPrevious: true }).data?.data
  const change = (next: ListState) => {
    setChosen(nothingChosen)
    setState(next)
  }
  const start = (job: Job) => {
    setChosen(nothingChosen)
    setJobs([job, ...jobs])
  }
  return (
    <>
      <ListHeader total={total} />
      <FilterBar
        state={state}
        onChange={change}
        definition={definition}
        columnIds={columnIds}
        onColumns={setColumnIds}
      />
      <Jobs jobs={jobs} onStarted={start} onDismiss={setJobs} />
      <BulkBar
        chosen={chosen}
        onChosen={setChosen}
        filter={filter}
        definition={definition}
        total={total}
        onStarted={start}
      />
      <Rows
        state={state}
        onState={change}
        definition={definition}
        columnIds={columnIds}
        chosen={chosen}
        onChosen={setChosen}
      />
    </>
  )
}

const nothingChosen: Chosen = { ids: new Set(), isAll: false }

interface TotalProps {
  /** Undefined until counted. */
  total: { text: string; count: number } | undefined
}

function ListHeader({ total }: TotalProps) {
  const t = useTexts(membersTexts)
  const { id: appId } = useApp()
  return (
    <PageHeader
      title={t.title}
      summary={<Total total={total} />}
      actions={<LinkButton href={appPath(appId, 'members/jobs')}>{t.recentJobs}</LinkButton>}
    />
  )
}

function Total({ total }: TotalProps) {
  const t = useTexts(membersTexts)
  if (!total) return t.summary
  const { text, count } = total
  return <output>{text.endsWith('+') ? t.many({ text }) : t.total(count)}</output>
}

interface RowsProps {
  state: ListState
  onState: (state: ListState) => void
  definition: MemberDefinition
  columnIds: readonly string[]
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
}

function Rows({ state, onState, definition, columnIds, chosen, onChosen }: RowsProps) {
  const t = useTexts(membersTexts)
  const { id: appId } = useApp()
  const columns = useMemberColumns(definition, columnIds).filter(({ id, isTitle }) => isTitle || columnIds.includes(id))
  const list = useReadPages('listMembers', toListInput(state, definition), (after) => ({ after }))
  const rows = list.data?.pages.flatMap(({ data }): ListedMember[] => data) ?? []
  const isEmpty = !isFiltered(state.filter)
  // The definition says which fields are names: rows without them are lower.
  const read = bothOf(list, useRead('getDefinition', {}))
  return (
    <ReadView read={read} skeleton={<Skeleton height="2.75rem" lines={8} />}>
      {() => (
        <>
          <Table
            label={t.list}
            columns={columns}
            rows={rows}
            nameOf={({ auth }) => auth.email}
            hrefOf={({ id }) => appPath(appId, `members/${id}`)}
            selection={{
              ids: chosen.isAll ? new Set(rows.map(({ id }) => id)) : chosen.ids,
              onChange: (ids) => onChosen({ ids, isAll: false }),
            }}
            sort={{ column: state.sort, isDescending: state.isDescending }}
            onSort={(sort) => onState({ ...state, ...toSort(sort.column, sort.isDescending, state) })}
            empty={
              isEmpty ? (
                <EmptyState
                  text={t.none}
                  action={<LinkButton href={appPath(appId, 'install')}>{t.toInstall}</LinkButton>}
                />
              ) : (
                <EmptyState
                  text={t.noneFound}
                  action={<Button onPress={() => onState({ ...state, filter: noFilter })}>{t.clearAll}</Button>}
                />
              )
            }
          />
          <MorePages list={list} />
        </>
      )}
    </ReadView>
  )
}

const toListInput = (
  { filter, sort, isDescending }: ListState,
  definition: MemberDefinition,
): CallInput<'listMembers'> => ({
  ...toFilterQuery(toFilterInput(filter, definition.fields)),
  sort,
  order: isDescending ? 'DESC' : 'ASC',
  first: PAGE_SIZE,
  count: 'false',
  includeJSON: 'false',
})

/** The first press on a column sorts times from the newest. */
function toSort(column: string, isDescending: boolean, before: ListState): Pick<ListState, 'sort' | 'isDescending'> {
  const sort = column === 'email' || column === 'lastLogin' ? column : 'joined'
  return { sort, isDescending: sort === before.sort ? isDescending : sort !== 'email' }
}
