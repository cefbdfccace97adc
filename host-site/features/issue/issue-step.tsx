import { scoreText } from '../../../contract/tag-texts'
import { createElement, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { HeldTag } from '../../../contract/schemas/tags'
import type { ShareLink } from '../../lib/browser'
import { useSubmit } from '../../lib/form'
import { formText } from '../../lib/format'
import type { CallFailure, SiteApi } from '../../lib/site-api'
import { routes } from '../../paths'
import { Alert, SubmitButton } from '../../ui/status'
import type { IssuedTag } from './issued-tag'
import type { MemberCredits } from './member-credits'
import { NameField } from './name-field'
import { isVisibility, visibilities } from './visibilities'

interface IssueStepProps {
  api: Pick<SiteApi, 'call' | 'download'>
  memberCredits: MemberCredits
  attemptId: string | null
  /** The member's name in the account. */
  name: string
  copy: ShareLink
  /** Credits and attempts have changed. */
  onChange: () => void
  /** Whether an issued TrustTag is shown. */
  onIssued: (shown: boolean) => void
}

export function IssueStep({ onChange, onIssued, copy, ...props }: IssueStepProps) {
  const [issued, setIssued] = useState<HeldTag | null>(null)
  const [view, setView] = useState<{ part: typeof IssuedTag } | 'failed' | null>(null)
  const { memberCredits } = props
  function issueAnother() {
    setIssued(null)
    onIssued(false)
  }
  if (issued)
    return (
      <>
        {view === 'failed' ? (
          <IssuedElsewhere tag={issued} />
        ) : (
          view && createElement(view.part, { api: props.api, tag: issued, copy })
        )}
        {memberCredits.ready.length > 0 && memberCredits.credits.available > 0 && (
          <p className="actions">
            <button type="button" className="button quiet" onClick={issueAnother}>
              Issue another
            </button>
          </p>
        )}
      </>
    )
  if (memberCredits.ready.length === 0) return <NothingReady />
  if (memberCredits.credits.available === 0) return <NoCredit attemptId={props.attemptId} />
  return (
    <IssueForm
      {...props}
      onIssued={(tag) => {
        setIssued(tag)
        void loadIssuedTag().then(setView)
        onIssued(true)
        onChange()
      }}
    />
  )
}

/** Its code is loaded on issue: most visitors of the checkout issue nothing. */
const loadIssuedTag = async (): Promise<{ part: typeof IssuedTag } | 'failed'> => {
  try {
    return { part: (await import('./issued-tag')).IssuedTag }
  } catch {
    return 'failed'
  }
}

/** The script of the view could not be loaded. */
const IssuedElsewhere = ({ tag }: { tag: HeldTag }) => (
  <output className="notice">
    Your TrustTag for {tag.skill} is issued. Its ID is {tag.trustTagId}.{' '}
    <Link href={routes.profile.path}>See it on your profile</Link>
  </output>
)

function NothingReady() {
  return (
    <div className="card">
      <h2>Nothing to issue yet</h2>
      <p>You need to pass an assessment first. Your credits stay in your account until then.</p>
      <p className="actions">
        <Link className="button" href={routes.createTrustTag.path}>
          Choose a skill
        </Link>
      </p>
    </div>
  )
}

function NoCredit({ attemptId }: { attemptId: string | null }) {
  const search = attemptId === null ? '' : `?${new URLSearchParams({ attempt: attemptId })}`
  return (
    <div className="card">
      <h2>You have no credits left</h2>
      <p>Each TrustTag uses one. Your passed assessments are saved.</p>
      <p className="actions">
        <Link className="button" href={routes.checkout.path + search}>
          Choose a package
        </Link>
      </p>
    </div>
  )
}

interface IssueFormProps {
  api: Pick<SiteApi, 'call'>
  memberCredits: MemberCredits
  /** The attempt to preselect; if it is not ready, the first ready one. */
  attemptId: string | null
  /** The member's name in the account. */
  name: string
  onIssued: (tag: HeldTag) => void
}

const fields = [
  { name: 'holderName', missing: 'Please enter the name for the TrustTag.' },
  { name: 'visibility', missing: 'Please choose who can see it.' },
] as const
const FAILED = 'The TrustTag could not be issued. Nothing is lost. Please try again.'

/** The holder confirms the name on it. */
function IssueForm({ api, memberCredits: { ready, credits }, attemptId, name, onIssued }: IssueFormProps) {
  const [nameProblem, setNameProblem] = useState('')
  const { submitting, error, problems, handlers } = useSubmit(fields, async (data) => {
    setNameProblem('')
    const visibility = formText(data, 'visibility')
    const result = await api.call('issueTag', {
      attemptId: formText(data, 'attemptId'),
      holderName: formText(data, 'holderName').trim(),
      ...(isVisibility(visibility) && { visibility }),
    })
    if (result.success) {
      onIssued(result.data)
      return ''
    }
    if (!isAboutName(result)) return result.error || FAILED
    setNameProblem('Please enter the name in letters, as others should read it.')
    return ''
  })
  const asked = ready.find(({ id }) => id === attemptId) ?? ready[0]
  return (
    <form className="form issue-form" method="post" noValidate aria-busy={submitting} {...handlers}>
      <Radios
        name="attemptId"
        legend="Assessment"
        chosen={asked?.id ?? ''}
        options={ready.map(({ id, claim, result }) => ({
          value: id,
          name: claim,
          text: `Passed with ${scoreText(result)}`,
        }))}
      />
      <NameField
        name={name}
        error={problems.get('holderName') ?? (nameProblem || undefined)}
        onTyped={() => setNameProblem('')}
      />
      <WhoSees error={problems.get('visibility')} />
      <IssueTerms available={credits.available} />
      <Alert text={error} />
      <SubmitButton label="Issue TrustTag" busyLabel="Issuing..." busy={submitting} />
    </form>
  )
}

/** @param available credits of the member */
function IssueTerms({ available }: { available: number }) {
  return (
    <div className="issue-terms">
      <p className="hint">
        Whatever you choose, the <Link href={routes.transparency.path}>public log</Link> keeps one entry for it: a hash
        that identifies no one.
      </p>
      <p className="hint">
        Issuing uses {available === 1 ? 'your one credit' : `one of your ${available} credits`}. You can change who can
        see it at any time.
      </p>
    </div>
  )
}

/** Consent: nothing is preselected, and the consequences are shown before the options. */
function WhoSees({ error }: { error: string | undefined }) {
  return (
    <Radios name="visibility" legend="Who can see it" chosen={null} options={visibilities} error={error}>
      It stays hidden until you choose. It shows the name above, the skill, the score, the topics and the dates. People
      who see it can keep a copy. Your email address, phone number, answers and files are never in it.
    </Radios>
  )
}

/** Only the name is typed, so field errors are about it. */
const isAboutName = ({ code }: CallFailure): boolean =>
  code === 'invalid-field-value' || code === 'required-field-missing' || code === 'field-limit-exceeded'

interface RadiosProps {
  /** Name in the form. */
  name: string
  legend: string
  /** The preselected value; null forces a choice. */
  chosen: string | null
  options: readonly { value: string; name: string; text: string }[]
  /** Shown above the options. */
  children?: ReactNode
  error?: string | undefined
}

function Radios({ name, legend, chosen, options, children, error }: RadiosProps) {
  const [noteId, errorId] = [`${name}-note`, `${name}-error`]
  const describedBy = [children !== undefined && noteId, error !== undefined && errorId].filter(Boolean).join(' ')
  return (
    <fieldset className="radios" aria-describedby={describedBy || undefined}>
      <legend>{legend}</legend>
      {children !== undefined && (
        <p className="hint" id={noteId}>
          {children}
        </p>
      )}
      {options.map(({ value, name: label, text }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={name}
            value={value}
            required={chosen === null}
            defaultChecked={value === chosen}
            aria-label={label}
            aria-describedby={`${name}-${value}`}
          />
          <span>
            <strong>{label}</strong>
            <span className="soft" id={`${name}-${value}`}>
              {text}
            </span>
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
