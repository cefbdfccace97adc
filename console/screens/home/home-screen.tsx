import { useEffect, useMemo, useState } from 'react'
import { dayOf } from '../../../contract/zone-days'
import { useApp, useMayDo } from '../../data/console'
import { FALLBACK_MS } from '../../data/live'
import { useRead } from '../../data/queries'
import { ReadView } from '../../features/access'
import { browserZone, knownZone, money, percent, wholeNumber } from '../../lib/format'
import { appPath } from '../../lib/paths'
import { homeTexts } from '../../texts/english/home'
import { useLocale, useTexts } from '../../texts/texts'
import { Link } from '../../ui/button'
import { Select } from '../../ui/fields'
import { Card, Facts, PageHeader } from '../../ui/page'
import { Skeleton } from '../../ui/states'
import { Count } from '../../ui/values'
import { FigureChart } from './figure-chart'
import {
  changeOf,
  hasChart,
  listedFigures,
  listQueryOf,
  partsOf,
  periods,
  pointsOf,
  rangesOf,
  valueOf,
} from './figures'
import type { Figure, Figures, ListedFigure, Period, Range } from './figures'
import { OpenTasks, useOpenTasks } from './open-tasks'
import './home.css'

/** Figures of an app over a period, compared with the previous one. */
export default function HomeScreen() {
  const t = useTexts(homeTexts)
  const tasks = useOpenTasks()
  const [period, setPeriod] = useState<Period>('30')
  const days = Number(period)
  const timeZone = knownZone(useApp().timeZone)
  const now = useNow()
  const today = dayOf(now, timeZone)
  const { current, before } = rangesOf(days, today)
  const read = useRead('readFigures', current, { everyMs: FALLBACK_MS, keepsPrevious: true })
  const earlier = useRead('readFigures', before, { keepsPrevious: true })
  return (
    <>
      <PageHeader
        title={t.title}
        summary={timeZone === browserZone() ? undefined : t.zone({ zone: timeZone })}
        actions={
          <Select
            label={t.period}
            options={periods.map((value) => ({ value, label: t.days({ days: value }) }))}
            value={period}
            onChange={setPeriod}
          />
        }
      />
      <ReadView
        read={tasks === null && !read.error ? { ...read, data: undefined } : read}
        skeleton={<Skeleton height="14rem" lines={3} />}
      >
        {({ data }) => (
          <>
            <OpenTasks tasks={tasks ?? []} />
            <FigureCards
              figures={data.figures}
              before={earlier.data?.data.figures ?? []}
              days={days}
              range={current}
              now={now}
            />
          </>
        )}
      </ReadView>
    </>
  )
}

/** An open Home goes on to the next day. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), FALLBACK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

interface FiguresProps {
  figures: Figures
  before: Figures
  days: number
  range: Range
  now: number
}

function FigureCards({ figures, before, days, range, now }: FiguresProps) {
  const timeZone = knownZone(useApp().timeZone)
  const named = (name: string) => figures.find((figure) => figure.name === name)
  const campaigns = named('campaignSignups')
  return (
    <>
      <div className="grid figures">
        {listedFigures.flatMap((name) => {
          const figure = named(name)
          return figure
            ? partsOf(figure).map((part) => (
                <FigureCard
                  key={`${name} ${part}`}
                  name={name}
                  part={part}
                  figure={figure}
                  before={before}
                  days={days}
                  list={listQueryOf(name, range, timeZone, now)}
                />
              ))
            : []
        })}
      </div>
      <Funnel figures={figures} />
      {campaigns && <Campaigns figure={campaigns} />}
    </>
  )
}

interface FigureCardProps {
  name: ListedFigure
  part: string
  figure: Figure
  before: Figures
  days: number
  /** Query of the members behind the figure. */
  list: string
}

function FigureCard({ name, part, figure, before, days, list }: FigureCardProps) {
  const t = useTexts(homeTexts)
  const locale = useLocale()
  const { id: appId } = useApp()
  const mayList = useMayDo('members.read')
  const format = useMemo(
    () => (value: number) =>
      figure.unit === 'money' && part ? money(value, part, locale) : wholeNumber(value, locale),
    [figure.unit, part, locale],
  )
  const points = useMemo(() => pointsOf(figure, part), [figure, part])
  const earlier = before.find((one) => one.name === name)
  const value = valueOf(figure, part)
  const change = changeOf(value, earlier ? valueOf(earlier, part) : null)
  const changes = { same: t.same({ days }), fresh: t.fresh({ days }), unknown: t.noBefore }
  const text =
    typeof change === 'number'
      ? t.before({ change: `${change > 0 ? '+' : ''}${percent(change, locale)}`, days })
      : changes[change]
  const isFailing = name === 'failedPayments'
  const title = part ? `${t[name]} · ${part.toUpperCase()}` : t[name]
  const link = mayList && (
    <Link
      href={appPath(appId, `members?${list}`)}
      {...(!isFailing && { 'aria-label': t.openListOf({ figure: title }) })}
    >
      {isFailing ? t.openFailing : t.openList}
    </Link>
  )
  return (
    <Card title={title} summary={t[`${name}Text`]}>
      <div className="figure-sum">
        <p className="figure-value">{value === null ? t.unknown : format(value)}</p>
        <p className="muted">{text}</p>
      </div>
      {hasChart(points) ? (
        <FigureChart label={t.chartOf({ figure: title })} points={points} format={format} link={link} />
      ) : (
        link && <p className="figure-link">{link}</p>
      )}
    </Card>
  )
}

/** Visit → sign-up → paid. */
function Funnel({ figures }: { figures: Figures }) {
  const t = useTexts(homeTexts)
  const locale = useLocale()
  const steps = (['visits', 'signups', 'newPayers'] as const).map((name) => {
    const figure = figures.find((one) => one.name === name)
    return { name, value: figure ? valueOf(figure, '') : null }
  })
  return (
    <Card title={t.path} summary={t.pathText}>
      <ol className="funnel">
        {steps.map(({ name, value }, index) => {
          const previous = steps[index - 1]?.value
          return (
            <li key={name}>
              <span>{t[name]}</span>
              <strong>{value === null ? t.unknown : wholeNumber(value, locale)}</strong>
              {previous && value !== null ? <span className="muted">{percent(value / previous, locale)}</span> : null}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function Campaigns({ figure }: { figure: Figure }) {
  const t = useTexts(homeTexts)
  const parts = figure.series.length === 0 ? [] : partsOf(figure).filter((part) => valueOf(figure, part))
  if (parts.length === 0) return null
  return (
    <Card title={t.campaigns} summary={t.campaignsText}>
      <Facts
        facts={parts.map((part) => ({
          label: part || t.noCampaign,
          value: <Count value={valueOf(figure, part) ?? 0} />,
        }))}
      />
    </Card>
  )
}
