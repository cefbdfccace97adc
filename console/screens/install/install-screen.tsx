import { useState } from 'react'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { installTag } from '../../../contract/install-tag'
import { useScope } from '../../data/console'
import { FALLBACK_MS, useIsLive } from '../../data/live'
import { useRead } from '../../data/queries'
import { bothOf, NoRightHere } from '../../features/access'
import { installTexts } from '../../texts/english/install'
import { useTexts } from '../../texts/texts'
import { Icon } from '../../ui/icon'
import { Tabs } from '../../ui/menu'
import { Card, CodeBlock, PageHeader } from '../../ui/page'
import { ErrorState, Skeleton } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/values'
import { blockCode, blockOf, toInspectedApp } from './own-app'
import { PageChecker } from './page-checker'
import './install.css'

/** The first call must show within two seconds, also without a stream of events. */
const WAITING_MS = 1_000

type Installation = AdminOutput<'listInstallations'>[number]

/** From nothing to a page that works: tag, block, the first call, and mistakes of a page. */
export default function InstallScreen() {
  const t = useTexts(installTexts)
  return (
    <>
      <PageHeader title={t.title} summary={t.summary} />
      <Parts />
    </>
  )
}

/** The state of the installation above, the origins below. */
function Parts() {
  const definition = useRead('getDefinition', {})
  const calls = useCalls()
  const failure = [calls, definition].find(({ data, error }) => data === undefined && error)?.error
  // All parts need the same right: one notice is enough.
  if (failure?.isNoRight) return <NoRightHere />
  const pages = calls.data && pagesOf(calls.data.data)
  return (
    <>
      {failure && <ErrorState failure={failure} onRetry={() => void bothOf(calls, definition).refetch()} />}
      {pages ? <CallState pages={pages} /> : !failure && <Skeleton height="4.75rem" />}
      <TagCard />
      {definition.data ? <AppParts {...definition.data.data} /> : !failure && <Skeleton height="20rem" lines={2} />}
      {pages && pages.length > 0 && <OriginsCard pages={pages} />}
    </>
  )
}

/** Pages that called, read often until the first one did. */
function useCalls() {
  const [isConnected, setConnected] = useState(false)
  const isLive = useIsLive()
  const calls = useRead('listInstallations', {}, { everyMs: isConnected || isLive ? FALLBACK_MS : WAITING_MS })
  if (!isConnected && calls.data && pagesOf(calls.data.data).length > 0) setConnected(true)
  return calls
}

/** What depends on the definition of the app. */
function AppParts({ definition, contents }: AdminOutput<'getDefinition'>) {
  const app = toInspectedApp(
    definition,
    contents.map(({ id }) => id),
  )
  return (
    <>
      <BlockCard app={app} />
      <PageChecker app={app} />
    </>
  )
}

/** Without previews in the console itself. */
const pagesOf = (rows: readonly Installation[]): readonly Installation[] =>
  rows.filter(({ origin }) => origin !== location.origin)

function CallState({ pages }: { pages: readonly Installation[] }) {
  const t = useTexts(installTexts)
  const [first] = pages.toSorted((one, other) => one.firstSeenAt.localeCompare(other.firstSeenAt))
  return (
    <output className="call-state" data-connected={first ? true : undefined}>
      {first ? <Icon name="check" size={20} /> : <span className="call-dot" aria-hidden="true" />}
      <span className="call-text">
        <strong>{first ? t.connected : t.waiting}</strong>
        <span className="muted">
          {first ? (
            <>
              {t.connectedText({ origin: first.origin })}, <Time value={first.firstSeenAt} />
            </>
          ) : (
            t.waitingText
          )}
        </span>
      </span>
    </output>
  )
}

function TagCard() {
  const t = useTexts(installTexts)
  const { appId } = useScope()
  const tag = installTag(location.origin, appId)
  const recipes = [
    { id: 'html', label: t.html, content: <p>{t.htmlText}</p> },
    { id: 'webflow', label: t.webflow, content: <p>{t.webflowText}</p> },
    {
      id: 'wordpress',
      label: t.wordpress,
      content: (
        <div className="stack-s">
          <p>{t.wordpressText}</p>
          <p>{t.wordpressCode}</p>
          <CodeBlock label={t.wordpressCodeLabel} code={wordpressCode(tag)} />
        </div>
      ),
    },
    { id: 'framer', label: t.framer, content: <p>{t.framerText}</p> },
  ]
  return (
    <Card title={t.tagTitle} summary={t.tagText}>
      <CodeBlock label={t.tag} code={tag} />
      <Tabs label={t.recipes} tabs={recipes} />
    </Card>
  )
}

const wordpressCode = (tag: string): string => `add_action( 'wp_head', function () {\n  echo '${tag}';\n}, 0 );`

function BlockCard({ app }: { app: ReturnType<typeof toInspectedApp> }) {
  const t = useTexts(installTexts)
  const block = blockOf(app)
  const code = blockCode(block, {
    join: t.join,
    buy: t.buy({ plan: block.planName }),
    gated: block.priceId ? t.onlyPaying : t.onlyMembers,
  })
  const isTest = useScope().mode === 'test'
  return (
    <Card title={t.blockTitle} summary={t.blockText}>
      <CodeBlock label={block.priceId ? t.priceBlock : t.joinBlock} code={code} />
      {isTest && block.priceId && <p className="muted">{t.stay}</p>}
    </Card>
  )
}

function OriginsCard({ pages }: { pages: readonly Installation[] }) {
  const t = useTexts(installTexts)
  const rows = pages.map((page) => ({ ...page, id: page.origin }))
  const columns = [
    { id: 'origin', label: t.origin, isTitle: true, render: ({ origin }: Installation) => <code>{origin}</code> },
    {
      id: 'version',
      label: t.version,
      render: ({ scriptVersion }: Installation) => scriptVersion ?? <span className="muted">{t.unknownVersion}</span>,
    },
    { id: 'first', label: t.firstCall, render: ({ firstSeenAt }: Installation) => <Time value={firstSeenAt} /> },
    { id: 'last', label: t.lastCall, render: ({ lastSeenAt }: Installation) => <Time value={lastSeenAt} /> },
  ]
  return (
    <Card title={t.origins} summary={t.originsText}>
      <Table label={t.origins} columns={columns} rows={rows} nameOf={({ origin }) => origin} />
    </Card>
  )
}
