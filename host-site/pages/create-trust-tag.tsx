import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useAccountState } from '../features/account/account-context'
import { type AssessmentState, createAssessment } from '../features/assessment/assessment'
import { AssessmentView } from '../features/assessment/assessment-view'
import { LateCompletion, useCompletion } from '../features/assessment/late-completion'
import { useClaim } from '../features/assessment/use-claim'
import { Catalogue } from '../features/catalogue'
import { useSiteApi } from '../lib/site-api-context'
import { routes } from '../paths'
import { BlockchainSecured } from '../ui/credential'
import { Page } from '../ui/page'
import { Alert, Notice } from '../ui/status'

const PATH = routes.createTrustTag.path
/** Names the attempt in the address, so that a reload and the way back lead to it. */
const ATTEMPT = 'attempt'

export function CreateTrustTagPage() {
  const [, navigate] = useLocation()
  const attemptId = new URLSearchParams(useSearch()).get(ATTEMPT)
  const api = useSiteApi()
  const [assessment] = useState(() => createAssessment(api))
  const state = useSyncExternalStore(assessment.subscribe, assessment.state, assessment.state)
  useEffect(() => void assessment.open(attemptId), [assessment, attemptId])
  useStepFromTop(state.step)

  const claim = useClaim(api, useAccountState().member?.id, assessment.refresh)

  const completion = useCompletion(state.step === 'asking' || state.step === 'done')

  const leave = () => navigate(PATH)
  async function pick(skill: string) {
    const id = await assessment.pick(skill)
    if (id !== null) navigate(`${PATH}?${ATTEMPT}=${encodeURIComponent(id)}`)
  }

  if (state.step === 'asking')
    return (
      <article className="page">
        <h1 className="visually-hidden" tabIndex={-1}>
          {routes.createTrustTag.heading}
        </h1>
        <AssessmentView state={state} assessment={assessment} onLeave={leave} />
      </article>
    )
  if (state.step === 'done')
    return (
      <article className="page">
        <h1 className="visually-hidden" tabIndex={-1}>
          {routes.createTrustTag.heading}
        </h1>
        <Alert text={claim.problem} />
        <LateCompletion
          part={completion}
          href={`${PATH}?${ATTEMPT}=${state.attempt.id}`}
          attempt={state.attempt}
          claim={claim}
          onStartOver={leave}
        />
      </article>
    )
  return (
    <Page {...routes.createTrustTag} eyebrow="Step 1 of 4" drawing="pick" action={<BlockchainSecured />}>
      {state.step === 'opening' && <Notice text="Opening the assessment…" />}
      <Alert text={claim.problem} />
      <Alert text={state.step === 'opening' ? '' : state.problem} />
      {/* Hidden, not gone: what was typed is still there when it does not open. */}
      <div hidden={state.step === 'opening'}>
        <Catalogue onPick={(skill) => void pick(skill)} />
      </div>
    </Page>
  )
}

/**
 * Each step is a page of its own to its reader: it begins at its top. The focus goes with it to the skills; questions and
 * results take it themselves.
 */
function useStepFromTop(step: AssessmentState['step']): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (step === 'done') return
    window.scrollTo(0, 0)
    if (step === 'choosing') document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [step])
}
