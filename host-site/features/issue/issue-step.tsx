import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { HOLDER_NAME_MAX_CHARS } from '../../../contract/limits'
import type { HeldTag } from '../../../contract/schemas/tags'
import type { ShareLink } from '../../lib/browser'
import { useSubmit } from '../../lib/form'
import { formText } from '../../lib/format'
import type { CallFailure, SiteApi } from '../../lib/site-api'
import { routes } from '../../paths'
import { Field } from '../../ui/field'
import { Alert, SubmitButton } from '../../ui/status'
import { IssuedTag } from './issued-tag'
import type { MemberCredits } from './member-credits'
import { isVisibility, visibilities } from './visibilities'

interface IssueStepProps {
  api: Pick<SiteApi, 'call'>
  memberCredits: MemberCredits
  attemptId: string | null
  /** Of the member, as the account has it. */
  name: string
  copy: ShareLink
  /** What the member has is different now. */
  onChange: () => void
}

/** From a passed assessment and a credit to the TrustTag; or what is still missing for it. */
export function IssueStep({ onChange, copy, ...props }: IssueStepProps) {
  const [issued, setIssued] = useState<HeldTag | null>(null)
  const { memberCredits } = props
  if (issued)
    return (
      <>
        <IssuedTag tag={issued} copy={copy} />
        {memberCredits.ready.length > 0 && memberCredits.credits.available > 0 && (
          <p className="actions">
            <button type="button" className="button quiet" onClick={() => setIssued(null)}>
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
        onChange()
      }}
    />
  )
}

function NothingReady() {
  return (
    <div className="card">
      <h2>Nothing to issue yet</h2>
      <p>A TrustTag is issued for an assessment that you passed. Your credits wait in your account until then.</p>
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
      <h2>You have no credit left</h2>
      <p>Each TrustTag takes one. What you passed waits for you.</p>
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
  /** The assessment that is asked about; any that is ready where it is not among them. */
  attemptId: string | null
  /** As the account has it. */
  name: string
  onIssued: (tag: HeldTag) => void
}

const fields = [
  { name: 'holderName', missing: 'Please enter the name for the TrustTag.' },
  { name: 'visibility', missing: 'Please choose who can see it.' },
] as const
const FAILED = 'The TrustTag could not be issued. Nothing is lost: please try again.'

/** Makes a TrustTag of a passed assessment and a credit. Its holder confirms the name on it. */
function IssueForm({ api, memberCredits: { ready, credits }, attemptId, name, onIssued }: IssueFormProps) {
  const [nameProblem, setNameProblem] = useState('')
  const { submitting, error, problems, onSubmit } = useSubmit(fields, async (data) => {
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
    setNameProblem('Please write the name with letters, as people should read it.')
    return ''
  })
  const asked = ready.find(({ id }) => id === attemptId) ?? ready[0]
  return (
    <form className="form issue-form" method="post" noValidate aria-busy={submitting} onSubmit={onSubmit}>
      <Radios
        name="attemptId"
        legend="Assessment"
        chosen={asked?.id ?? ''}
        options={ready.map(({ id, skill, result: { score } }) => ({
          value: id,
          name: skill,
          text: `Passed with ${score}%`,
        }))}
      />
      <Field
        name="holderName"
        label="Name on the TrustTag"
        type="text"
        required
        autoComplete="name"
        maxLength={HOLDER_NAME_MAX_CHARS}
        defaultValue={name}
        hint="Your name as an employer knows it. Everyone who may see the TrustTag reads it, and it cannot be changed later."
        error={problems.get('holderName') ?? (nameProblem || undefined)}
      />
      <WhoSees error={problems.get('visibility')} />
      <div className="issue-terms">
        <p className="hint">
          Whatever you choose, the <Link href={routes.transparency.path}>public log</Link> keeps one entry for it: a
          hash that names nobody.
        </p>
        <p className="hint">
          It takes {credits.available === 1 ? 'your one credit' : `one of your ${credits.available} credits`}. You can
          change at any time who can see it.
        </p>
      </div>
      <Alert text={error} />
      <SubmitButton label="Issue TrustTag" busyLabel="Issuing..." busy={submitting} />
    </form>
  )
}

/** The holder’s consent: nothing is chosen for them, and what others will see is said before they choose. */
function WhoSees({ error }: { error: string | undefined }) {
  return (
    <Radios name="visibility" legend="Who can see it" chosen={null} options={visibilities} error={error}>
      Nothing is shown unless you choose so. Whoever may see it sees the name above, the skill, the score with its
      topics and the dates, and can keep a copy. Your email address, phone number, answers and files are never part of
      it.
    </Radios>
  )
}

/** Of what is sent, only the name is typed. */
const isAboutName = ({ code }: CallFailure): boolean =>
  code === 'invalid-field-value' || code === 'required-field-missing' || code === 'field-limit-exceeded'

interface RadiosProps {
  /** In the form. */
  name: string
  legend: string
  /** Value of the one that is chosen at first; null: the person has to choose. */
  chosen: string | null
  options: readonly { value: string; name: string; text: string }[]
  /** What one has to know to choose, above the options. */
  children?: ReactNode
  /** What is wrong with the choice. */
  error?: string | undefined
}

/** A choice of one, each with a line that says what it means. */
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
