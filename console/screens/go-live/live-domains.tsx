import { useState } from 'react'
import type { LiveState } from '../../../contract/admin/schemas/connections'
import { useWrite } from '../../data/queries'
import { goLiveTexts } from '../../texts/english/go-live'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/choices'
import { ConfirmDialog, FormDialog } from '../../ui/dialog'
import { Badge, Card } from '../../ui/page'
import { EmptyState } from '../../ui/states'
import { showToast } from '../../ui/toast'
import { Time } from '../../ui/values'

interface LiveDomainsProps {
  state: LiveState
  isOwner: boolean
  onRetry: () => void
}

type Domain = LiveState['domains'][number]

/** The domains that called, and the button that everything on this screen leads to. */
export function LiveDomains({ state, isOwner, onRetry }: LiveDomainsProps) {
  const t = useTexts(goLiveTexts)
  const { domains, checks, isLive } = state
  const live = domains.filter((one) => one.isLive).map(({ domain }) => domain)
  const [chosen, setChosen] = useState<readonly string[]>(live)
  const [asked, setAsked] = useState<'go' | 'end' | null>(null)
  const isBlocked = checks.some(({ importance, isDone }) => importance === 'blocker' && !isDone)
  const isSame = chosen.length === live.length && chosen.every((domain) => live.includes(domain))
  const reason = isBlocked ? t.closeBlockers : chosen.length === 0 ? t.chooseDomain : null
  const toggle = (domain: string) => (isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, domain] : chosen.filter((one) => one !== domain))
  return (
    <Card title={t.domains} summary={t.domainsText}>
      {domains.length === 0 ? (
        <EmptyState text={t.noDomains} action={<Button onPress={onRetry}>{t.again}</Button>} />
      ) : (
        <ul className="checks">
          {domains.map((one) => (
            <DomainLine
              key={one.domain}
              of={one}
              isOwner={isOwner}
              isChosen={chosen.includes(one.domain)}
              onChange={toggle(one.domain)}
            />
          ))}
        </ul>
      )}
      {isOwner && domains.length > 0 && (
        <LiveButtons isLive={isLive} isSame={isSame} reason={reason} onAsk={setAsked} />
      )}
      {asked && (
        <LiveDialog
          asked={asked}
          domains={chosen}
          live={live}
          onClose={() => setAsked(null)}
          onEnded={() => setChosen([])}
        />
      )}
    </Card>
  )
}

interface LiveButtonsProps {
  isLive: boolean
  /** The chosen domains are live already. */
  isSame: boolean
  /** Why the app cannot go live yet. */
  reason: string | null
  onAsk: (what: 'go' | 'end') => void
}

function LiveButtons({ isLive, isSame, reason, onAsk }: LiveButtonsProps) {
  const t = useTexts(goLiveTexts)
  return (
    <div className="row">
      <Button
        kind="primary"
        isDisabled={reason !== null || isSame}
        aria-describedby="go-live-reason"
        onPress={() => onAsk('go')}
      >
        {isLive ? t.saveDomains : t.goLive}
      </Button>
      {isLive && (
        <Button kind="quiet" onPress={() => onAsk('end')}>
          {t.endLive}
        </Button>
      )}
      <span id="go-live-reason" className="muted">
        {reason}
      </span>
    </div>
  )
}

interface LiveDialogProps {
  asked: 'go' | 'end'
  domains: readonly string[]
  /** Live until now. */
  live: readonly string[]
  onClose: () => void
  onEnded: () => void
}

function LiveDialog({ asked, domains, live, onClose, onEnded }: LiveDialogProps) {
  if (asked === 'go')
    return <GoDialog domains={domains} removed={live.filter((domain) => !domains.includes(domain))} onClose={onClose} />
  return (
    <EndDialog
      onClose={onClose}
      onDone={() => {
        onEnded()
        onClose()
      }}
    />
  )
}

interface DomainLineProps {
  of: Domain
  isOwner: boolean
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function DomainLine({ of: { domain, isLive, lastCallAt, problem }, isOwner, isChosen, onChange }: DomainLineProps) {
  const t = useTexts(goLiveTexts)
  const problems = { 'not-called': t.notCalled, 'no-https': t.noHttps }
  return (
    <li>
      <div>
        <Checkbox isSelected={isChosen} isDisabled={!isOwner || problem !== null} onChange={onChange}>
          <span className="domain">{domain}</span>
        </Checkbox>
        <p className="muted">
          {problem === null ? (
            <>
              {t.lastCall}: <Time value={lastCallAt} />
            </>
          ) : (
            problems[problem]
          )}
        </p>
      </div>
      {isLive && <Badge tone="good">{t.live}</Badge>}
    </li>
  )
}

interface GoDialogProps {
  domains: readonly string[]
  /** Live until now. */
  removed: readonly string[]
  onClose: () => void
}

const CHANGED = ['readGoLive', 'getDefinition'] as const

function GoDialog({ domains, removed, onClose }: GoDialogProps) {
  const t = useTexts(goLiveTexts)
  const names = domains.join(', ')
  const go = useWrite('goLive', {
    changes: CHANGED,
    onDone: () => {
      showToast(t.nowLive({ domains: names }))
      onClose()
    },
  })
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={t.confirmTitle({ domains: names })}
      action={t.confirm}
      isPending={go.isPending}
      error={go.error}
      onSubmit={() => go.mutate({ domains: [...domains] })}
    >
      <p>{t.confirmText}</p>
      {removed.length > 0 && <p>{t.removedText({ domains: removed.join(', ') })}</p>}
    </FormDialog>
  )
}

function EndDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const t = useTexts(goLiveTexts)
  const end = useWrite('goLive', {
    changes: CHANGED,
    onDone: () => {
      showToast(t.ended)
      onDone()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.endTitle}
      text={t.endText}
      action={t.endLive}
      isPending={end.isPending}
      error={end.error}
      onSubmit={() => end.mutate({ domains: [] })}
    />
  )
}
