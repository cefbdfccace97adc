import type { Attempt } from '../../../contract/schemas/assessments'
import { bandNote, reviewText } from '../../../contract/tag-texts'
import { shownTopics, topicLevel } from '../../../contract/topic-level'
import { formatLocalMoment } from '../../lib/format'
import { assessmentTexts } from './texts'

interface ResultProps {
  attempt: Attempt
  result: NonNullable<Attempt['result']>
}

export function Result({ attempt, result }: ResultProps) {
  const { passMarkPercent, retakeAt, isDraft, isGeneral, isPractice, flags, claim } = attempt
  const { score, passed, secondSet, knows } = result
  return (
    <div className="card attempt-result" data-passed={passed}>
      <p className="result-score">
        <strong>{score}%</strong>
        <span className="badge">{verdictOf(attempt, result)}</span>
      </p>
      <p className="result-band">{bandNote(result)}</p>
      <p>
        {isPractice ? assessmentTexts.practice : `The pass mark is ${passMarkPercent}%. `}
        {!isPractice && passed && 'A TrustTag can be issued for this result.'}
        {!isPractice && !passed && !secondSet && (
          <>
            This attempt costs nothing. <Retake at={retakeAt} />
          </>
        )}
      </p>
      {flags.length > 0 && (
        <p className="hint">
          Noted for you and the owner of this site: {flags.map((kind) => flagTexts[kind]).join('; ')}.
        </p>
      )}
      <Knows claim={claim} lines={knows} />
      <Topics {...result} />
      {isGeneral && <p className="hint">{assessmentTexts.general} The TrustTag says so.</p>}
      <p className="hint">
        This is an unproctored knowledge test, not a license.
        {isDraft && ` ${reviewText(false)}.`}
      </p>
    </div>
  )
}

export const Retake = ({ at }: { at: string | null }) =>
  at === null ? null : (
    <>
      You can try again, with other questions, from <time dateTime={at}>{formatLocalMoment(at)}</time>.
    </>
  )

function Knows({ claim, lines }: { claim: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section className="knows" aria-labelledby="knows">
      <h3 id="knows">{claim}: knows how to</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** Too few for a word about the topic. */
const countOf = (questions: number): string => `${questions} ${questions === 1 ? 'question' : 'questions'}`

function Topics({ topics }: Pick<ResultProps['result'], 'topics'>) {
  const shown = shownTopics(topics)
  return (
    <table>
      <caption>Topics</caption>
      <tbody>
        {topics.map((one) => (
          <tr key={one.topic}>
            <th scope="row">{one.title}</th>
            <td>{shown.includes(one) ? topicLevel((100 * one.points) / one.of) : countOf(one.of)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function verdictOf({ isPractice }: Attempt, { passed, secondSet }: ResultProps['result']): string {
  if (isPractice) return 'Practice'
  if (secondSet) return 'Second set needed'
  return passed ? 'Passed' : 'Not passed'
}

const flagTexts: Record<Attempt['flags'][number], string> = {
  fast: 'answers faster than reading',
  hidden: 'the page was hidden for more than a minute',
  clipboard: 'text was copied or pasted',
  shared: 'the same wrong answers as in another attempt',
  restarted: 'begun again after questions had been seen',
  'same-person': 'another account with the same details',
}
