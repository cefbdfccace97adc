import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { createPendingAnswers } from '../../lib/pending-answers'
import { useSiteApi } from '../../lib/site-api-context'
import { routes } from '../../paths'
import { Alert } from '../../ui/status'
import { useAccountState } from '../account/account-context'
import { startFailureText } from '../assessment/texts'

/** A press, not a link: opening an address must not spend an attempt. @param skill null leads to the choice of a skill */
export function StartSkill({ skill }: { skill: string | null }) {
  const { busy, problem, start } = useStart(skill ?? '')
  const isVisitor = useAccountState().member === null
  return (
    <div className="skill-start">
      <p className="actions">
        {skill === null ? (
          <Link className="button large" href={routes.createTrustTag.path}>
            Choose a skill
          </Link>
        ) : (
          <button
            type="button"
            className="button large needs-script"
            aria-disabled={busy || undefined}
            onClick={() => !busy && void start()}
          >
            {busy ? 'Starting…' : 'Start the test'}
          </button>
        )}
        <Link href={routes.createTrustTag.path}>All skills</Link>
      </p>
      {skill !== null && (
        <p className="hint">
          {isVisitor
            ? 'Without an account you practice on ten open questions that do not count.'
            : 'With a verified email, this attempt counts.'}
        </p>
      )}
      <Alert text={problem} />
    </div>
  )
}

function useStart(skill: string) {
  const api = useSiteApi()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  return {
    busy,
    problem,
    start: async () => {
      setBusy(true)
      setProblem('')
      const result = await api.call('startAttempt', { skill })
      setBusy(false)
      if (!result.success) return setProblem(startFailureText(result))
      // The answers of an earlier start were cleared.
      createPendingAnswers().keep(result.data.id, {})
      navigate(`${routes.createTrustTag.path}?attempt=${encodeURIComponent(result.data.id)}`)
    },
  }
}
