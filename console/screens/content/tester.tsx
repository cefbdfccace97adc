import { useState } from 'react'
import { useRead } from '../../data/queries'
import { contentTexts } from '../../texts/english/content'
import { useTexts } from '../../texts/texts'
import { TextField } from '../../ui/fields'
import { Badge, Card } from '../../ui/page'
import { Table } from '../../ui/table'
import { closingGroup, toPath, touchedPaths, viewersOf } from './groups'
import type { Group, Plan, Viewer } from './groups'

interface TesterProps {
  groups: readonly Group[]
  plans: readonly Plan[]
}

interface Verdict {
  id: string
  name: string
  /** Null: sees the page. */
  closedBy: Group | null
}

/** Says who opens a page, for visitors and members of each plan. */
export function Tester({ groups, plans }: TesterProps) {
  const t = useTexts(contentTexts)
  const [typed, setTyped] = useState('')
  const path = toPath(typed)
  const rows =
    path === null
      ? []
      : viewersOf(plans).map((viewer): Verdict => {
          const name = nameOf(viewer)
          return { id: name.id, name: name.text, closedBy: closingGroup(groups, path, viewer) }
        })
  function nameOf(viewer: Viewer): { id: string; text: string } {
    if (viewer.kind === 'visitor') return { id: 'visitor', text: t.visitor }
    const [id] = viewer.planIds
    if (id === undefined) return { id: 'member', text: t.memberWithout }
    return { id, text: t.memberWith({ name: plans.find((plan) => plan.id === id)?.name ?? id }) }
  }
  const columns = [
    { id: 'viewer', label: t.viewer, isTitle: true, render: ({ name }: Verdict) => name },
    { id: 'result', label: t.result, render: ({ closedBy }: Verdict) => <Result closedBy={closedBy} /> },
  ]
  return (
    <Card title={t.testerTitle} summary={t.testerSummary}>
      <TextField
        label={t.testerLabel}
        placeholder={t.testerPlaceholder}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        spellCheck="false"
        error={typed.trim() !== '' && path === null ? t.testerWrong : null}
      />
      {rows.length > 0 && <Table label={t.testerTitle} columns={columns} rows={rows} nameOf={({ name }) => name} />}
    </Card>
  )
}

function Result({ closedBy }: Pick<Verdict, 'closedBy'>) {
  const t = useTexts(contentTexts)
  if (!closedBy) return <Badge tone="good">{t.sees}</Badge>
  return (
    <span className="row">
      <Badge tone="warn">{t.goesTo({ path: closedBy.redirect })}</Badge>
      <span className="muted">{t.because({ name: closedBy.name })}</span>
    </span>
  )
}

/** Days for which visits are stored. */
const VISITED_DAYS = 90
const PATHS_READ = '500'
const PATHS_SHOWN = 8

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

interface TouchedProps extends TesterProps {
  /** The groups as they would be. */
  after: readonly Group[]
}

/** The visited pages that other people can open after a change. */
export function TouchedPages({ groups, plans, after }: TouchedProps) {
  const t = useTexts(contentTexts)
  const [now] = useState(Date.now)
  const range = { from: dayOf(now - (VISITED_DAYS - 1) * 86_400_000), to: dayOf(now) }
  const { data } = useRead('listVisitPaths', { ...range, limit: PATHS_READ })
  if (!data) return null
  const touched = touchedPaths(groups, after, plans, data.data)
  const effects = { closes: t.closes, opens: t.opens, differs: t.differs }
  if (touched.length === 0) return <p className="muted">{t.touchedNone}</p>
  return (
    <section className="touched" aria-label={t.touchedTitle}>
      <h3>{t.touchedTitle}</h3>
      <p className="muted">{t.touched(touched.length)}</p>
      <ul className="touched-list">
        {touched.slice(0, PATHS_SHOWN).map(({ path, views, effect }) => (
          <li key={path}>
            <code>{path}</code>
            <span className="muted">{t.pageViews(views)}</span>
            <Badge tone={effect === 'opens' ? 'good' : 'warn'}>{effects[effect]}</Badge>
          </li>
        ))}
      </ul>
      {touched.length > PATHS_SHOWN && <p className="muted">{t.touchedMore(touched.length - PATHS_SHOWN)}</p>}
    </section>
  )
}
