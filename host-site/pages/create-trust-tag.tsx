import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation, useSearch } from 'wouter'
import { useAccountState } from '../features/account/account'
import { type AssessmentState, createAssessment, useClaim } from '../features/assessment/assessment'
import { AssessmentView } from '../features/assessment/assessment-view'
import { GoOn } from '../features/assessment/go-on'
import { SuggestedSkills } from '../features/assessment/suggested-skills'
import { Catalogue } from '../features/catalogue'
import { createPendingAnswers } from '../lib/pending-answers'
import { useSiteApi } from '../lib/site-api'
import { routes } from '../paths'
import { BlockchainSecured } from '../ui/credential'
import { Page } from '../ui/page'
import { Alert, Notice } from '../ui/status'
import type { CompletionProps } from '../features/assessment/completion'

const PATH = routes.createTrustTag.path
/** In the URL, so that a reload or the back button returns to the attempt. */
const ATTEMPT = 'attempt'

export function CreateTrustTagPage() {
  const [, navigate] = useLocation()
  const attemptId = new URLSearchParams(useSearch()).get(ATTEMPT)
  const api = useSiteApi()
  const [assessment] = useState(() => createAssessment(api, createPendingAnswers()))
  const state = useSyncExternalStore(assessment.subscribe, assessment.state, assessment.state)
  useEffect(() => void assessment.open(attemptId), [assessment, attemptId])
  useStepFromTop(state.step)

  const memberId = useAccountState().member?.id
  const claim = useClaim(api, memberId, assessment.refresh)

  const completion = useCompletion(state.step === 'asking' || state.step === 'done')

  const leave = () => navigate(PATH)
  async function pick(skill: string, asTyped = false) {
    const id = await assessment.pick(skill, asTyped)
    if (id !== null) navigate(`${PATH}?${ATTEMPT}=${encodeURIComponent(id)}`)
  }

  if (state.step === 'asking')
    return (
      <AttemptPage>
        <AssessmentView state={state} assessment={assessment} onLeave={leave} />
      </AttemptPage>
    )
  if (state.step === 'done')
    return (
      <AttemptPage>
        <LateCompletion
          part={completion}
          href={`${PATH}?${ATTEMPT}=${state.attempt.id}`}
          attempt={state.attempt}
          claim={claim}
          onStartOver={leave}
          onPick={(skill) => void pick(skill)}
        />
      </AttemptPage>
    )
  return (
    <Page isLate {...routes.createTrustTag} eyebrow="Step 1 of 4" drawing="pick" action={<BlockchainSecured />}>
      {state.step === 'opening' && <Notice text="Opening the assessment…" />}
      <Alert text={state.step === 'opening' ? '' : state.problem} />
      {state.step === 'choosing' && state.suggestion && (
        <SuggestedSkills {...state.suggestion} onPick={(skill, asTyped) => void pick(skill, asTyped)} />
      )}
      {/* Hidden, not unmounted: if opening fails, the typed text is still there. */}
      <div hidden={state.step === 'opening'}>
        <GoOn isMember={memberId !== undefined} path={`${PATH}?${ATTEMPT}=`} />
        <Catalogue onPick={(skill) => void pick(skill)} />
      </div>
    </Page>
  )
}

/** The questions and their result have visible headings of their own. */
function AttemptPage({ children }: { children: ReactNode }) {
  return (
    <article className="page">
      <h1 className="visually-hidden" tabIndex={-1}>
        {routes.createTrustTag.heading}
      </h1>
      {children}
    </article>
  )
}

/** Screen readers treat each step as a page: scroll to the top. Questions and results focus themselves. */
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

interface LateCompletionProps extends CompletionProps {
  part: LatePart
  /** Reloads this result. */
  href: string
}

export function LateCompletion({ part, href, ...props }: LateCompletionProps) {
  if (part === 'loading') return <Notice text="Opening the result…" />
  if (part !== 'failed') return createElement(part, props)
  return (
    <p className="alert" role="alert">
      The result could not be shown. It is saved. <a href={href}>Try again</a>
    </p>
  )
}

type LatePart = ComponentType<CompletionProps> | 'loading' | 'failed'

const load = async (): Promise<ComponentType<CompletionProps>> =>
  (await import('../features/assessment/completion')).Completion

/**
 * The completion view is a lazy chunk with the upload code, which visitors who browse skills do not need.
 * @param wanted true from the first question on, so that it is loaded by the last
 */
export function useCompletion(wanted: boolean): LatePart {
  // Wrapped in an object, because React would call a component passed to a state setter.
  const [found, setFound] = useState<{ part: LatePart }>({ part: 'loading' })
  useEffect(() => {
    if (!wanted) return
    load().then(
      (part) => setFound({ part }),
      () => setFound({ part: 'failed' }),
    )
  }, [wanted])
  return found.part
}
