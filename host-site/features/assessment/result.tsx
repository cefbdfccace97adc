import type { Attempt } from '../../../contract/schemas/assessments'
import { formatLocalMoment } from '../../lib/format-moment'
import { assessmentTexts } from './texts'

export interface ResultProps {
  attempt: Attempt
  result: NonNullable<Attempt['result']>
}

/** The score, in whole and by topic, and what it means. */
export function Result({ attempt: { passMarkPercent, retakeAt, isDraft, isGeneral }, result }: ResultProps) {
  const { score, passed, topics } = result
  return (
    <div className="card attempt-result" data-passed={passed}>
      <p className="result-score">
        <strong>{score}%</strong>
        <span className="badge">{passed ? 'Passed' : 'Not passed'}</span>
      </p>
      <p>
        {passed
          ? `The pass mark is ${passMarkPercent}%. A TrustTag can be issued for this result.`
          : `The pass mark is ${passMarkPercent}%. This attempt costs nothing.`}
        {!passed && retakeAt !== null && (
          <>
            {' '}
            You can try again, with other questions, from <time dateTime={retakeAt}>{formatLocalMoment(retakeAt)}</time>
            .
          </>
        )}
      </p>
      <table>
        <caption>Score by topic</caption>
        <tbody>
          {topics.map(({ topic, title, points, of }) => (
            <tr key={topic}>
              <th scope="row">{title}</th>
              <td>
                <meter aria-label={title} min={0} max={of} value={points} />
              </td>
              <td>
                {rounded(points)} of {of}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isGeneral && <p className="hint">{assessmentTexts.general} The TrustTag says so.</p>}
      <p className="hint">
        This is an unproctored knowledge test, not a license.
        {isDraft && ' Its questions wait for the review of an expert in the field.'}
      </p>
    </div>
  )
}

const rounded = (points: number): number => Math.round(points * 100) / 100
