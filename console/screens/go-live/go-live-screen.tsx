import type { LiveState } from '../../../contract/admin/schemas/connections'
import { ScopeProvider, useMayDo, useScope } from '../../data/console'
import { useRead } from '../../data/queries'
import { ReadView } from '../../features/access'
import { CredentialCards } from '../../features/credential-forms'
import { goLiveTexts } from '../../texts/english/go-live'
import { useTexts } from '../../texts/texts'
import { Badge, Card, Notice, PageHeader } from '../../ui/page'
import { LiveDomains } from './live-domains'
import './go-live.css'

/** The site calls while the owner looks at this screen. */
const EVERY_MS = 4_000

/** Checks of the server, the accounts of live mode, and the domains. */
export default function GoLiveScreen() {
  const { appId } = useScope()
  return (
    <ScopeProvider appId={appId} mode="live">
      <GoLive />
    </ScopeProvider>
  )
}

function GoLive() {
  const t = useTexts(goLiveTexts)
  const isOwner = useMayDo('credentials.write')
  const read = useRead('readGoLive', {}, { everyMs: EVERY_MS })
  return (
    <>
      <PageHeader title={t.title} summary={t.summary} />
      <ReadView read={read}>
        {({ data: state }) => (
          <div className="stack">
            {state.isLive && (
              <Notice>
                <h2>{t.isLive}</h2>
                <p>{t.isLiveText({ domains: listOf(state.domains.filter((one) => one.isLive)) })}</p>
              </Notice>
            )}
            <Checks state={state} importance="blocker" />
            {isOwner ? (
              <section className="stack" aria-labelledby="live-accounts">
                <div>
                  <h2 id="live-accounts">{t.accounts}</h2>
                  <p className="muted">{t.accountsText}</p>
                </div>
                <CredentialCards hasStripe={state.checks.some(({ id }) => id === 'stripe-key')} />
              </section>
            ) : (
              <p className="muted">{t.noAccounts}</p>
            )}
            <LiveDomains state={state} isOwner={isOwner} onRetry={() => void read.refetch()} />
            <Checks state={state} importance="advice" />
          </div>
        )}
      </ReadView>
    </>
  )
}

const listOf = (domains: readonly { domain: string }[]): string => domains.map(({ domain }) => domain).join(', ')

interface ChecksProps {
  state: LiveState
  importance: LiveState['checks'][number]['importance']
}

interface Line {
  id: string
  name: string
  text: string
  isDone: boolean | null
}

/** Nothing is ticked by hand. */
function Checks({ state, importance }: ChecksProps) {
  const t = useTexts(goLiveTexts)
  const lines = useLines(state, importance)
  const isBlocker = importance === 'blocker'
  const isReady = lines.every(({ isDone }) => isDone)
  return (
    <Card title={isBlocker ? t.blockers : t.advice} summary={isBlocker && (isReady ? t.blockersDone : t.blockersText)}>
      <ul className="checks">
        {lines.map(({ id, name, text, isDone }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              {!isDone && <p className="muted">{text}</p>}
            </div>
            {isDone ? (
              <Badge tone="good">{t.done}</Badge>
            ) : isBlocker ? (
              <Badge tone="warn">{t.open}</Badge>
            ) : (
              <Badge>{t.advised}</Badge>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The domains are a check of their own: one of them must be able to go live. */
function useLines({ checks, domains }: LiveState, importance: ChecksProps['importance']): Line[] {
  const t = useTexts(goLiveTexts)
  const names = {
    'api-https': [t.apiHttps, t.apiHttpsText],
    'stripe-key': [t.stripeKey, t.stripeKeyText],
    'stripe-webhook': [t.stripeWebhook, t.stripeWebhookText],
    'test-mail': [t.testMail, t.testMailText],
    'sender-dns': [t.senderDns, t.senderDnsText],
    'test-purchase': [t.testPurchase, t.testPurchaseText],
    'page-check': [t.pageCheck, t.pageCheckText],
  } as const
  const own = checks
    .filter((check) => check.importance === importance)
    .map(({ id, isDone, problem }) => ({ id, name: names[id][0], text: problem ?? names[id][1], isDone }))
  if (importance === 'advice') return own
  const isCalled = domains.some(({ problem }) => problem === null)
  return [{ id: 'domain', name: t.domainCheck, text: t.domainCheckText, isDone: isCalled }, ...own]
}
