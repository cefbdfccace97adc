import { useState } from 'react'
import { Link } from 'wouter'
import { HOLDER_NAME_MAX_CHARS } from '../../../contract/limits'
import type { HeldTag } from '../../../contract/schemas/tags'
import { formText } from '../../lib/form-text'
import type { CallFailure, SiteApi } from '../../lib/site-api'
import { useSubmit } from '../../lib/use-submit'
import { routes } from '../../paths'
import { Alert } from '../../ui/alert'
import { Field } from '../../ui/field'
import { SubmitButton } from '../../ui/submit-button'
import type { Holding } from './holding'
import { Radios } from './radios'
import { isVisibility, visibilities } from './visibilities'

export interface IssueFormProps {
  api: Pick<SiteApi, 'call'>
  holding: Holding
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

/** Makes a TrustTag of a passed assessment and a credit. The name on it is confirmed by whoever it names. */
export function IssueForm({ api, holding: { ready, credits }, attemptId, name, onIssued }: IssueFormProps) {
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
