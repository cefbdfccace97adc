import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Attempt } from '../../../contract/schemas/assessments'
import { formatLocalMoment } from '../../lib/format'
import { useSiteApi } from '../../lib/site-api'

interface GoOnProps {
  isMember: boolean
  /** Of an attempt, without its ID. */
  path: string
}

/** Before the skills: attempts that are open or need a second set. For members, whose attempts count. */
export function GoOn({ isMember, path }: GoOnProps) {
  const api = useSiteApi()
  const [attempts, setAttempts] = useState<readonly Attempt[]>([])
  useEffect(() => {
    if (!isMember) return undefined
    let isShown = true
    const load = async () => {
      const result = await api.call('listAttempts', {})
      if (isShown && result.success) setAttempts(result.data.attempts.filter(isUnfinished))
    }
    void load()
    return () => void (isShown = false)
  }, [api, isMember])
  if (!isMember || attempts.length === 0) return null
  return (
    <section className="card go-on" aria-labelledby="go-on">
      <h2 id="go-on">Go on where you stopped</h2>
      <ul>
        {attempts.map(({ id, skill, status, questions, count, expiresAt, result }) => (
          <li key={id}>
            <Link className="button quiet" href={path + id}>
              Go on with {skill}
            </Link>
            <span className="hint">
              {status === 'open'
                ? `Question ${questions.length} of ${count}. It closes, and counts, `
                : 'The second set is due. Start it before '}
              <time dateTime={result?.secondSet?.until ?? expiresAt}>
                {formatLocalMoment(result?.secondSet?.until ?? expiresAt)}
              </time>
              .
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isUnfinished = ({ status, isPractice, result }: Attempt): boolean =>
  !isPractice && (status === 'open' || Boolean(result?.secondSet))
