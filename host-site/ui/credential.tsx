import { bandNote, NAME_NOT_CHECKED, nameText, type ShownScore } from '../../contract/tag-texts'
import { Link } from 'wouter'
import { routes } from '../paths'
import { Rosette } from './drawing'
import { Icon } from './icon'
import { initialsOf } from '../lib/format'

interface CredentialFacts extends ShownScore {
  /** `TT-…` */
  id: string
  skill: string
  holder: string
  /** What was checked of the holder's name. */
  nameState?: string
  /** Formatted for display. */
  issued: string
  category: string
  /** Label of a tag that is not real, such as "Sample". */
  mark?: string
}

export function Credential({ id, skill, holder, score, issued, category, mark, ...more }: CredentialFacts) {
  return (
    <figure className="credential-shape">
      <div className="credential">
        <span className="eyelet" aria-hidden="true" />
        <Rosette of={id} />
        <p className="eyebrow">{category}</p>
        <p className="credential-skill">{skill}</p>
        <dl>
          <div>
            <dt>Score</dt>
            <dd className="score">{score}%</dd>
            <dd className="soft">{bandNote(more)}</dd>
          </div>
          <div>
            <dt>Holder</dt>
            <dd>{holder}</dd>
            <dd className="soft">{nameText(more.nameState ?? NAME_NOT_CHECKED)}</dd>
          </div>
          <div>
            <dt>Issued</dt>
            <dd>{issued}</dd>
          </div>
          <div>
            <dt>TrustTag ID</dt>
            <dd className="code">{id}</dd>
          </div>
        </dl>
        <div className="credential-foot">
          <Hallmarks holder={holder} score={score} issued={issued} />
          {mark !== undefined && <span className="badge">{mark}</span>}
        </div>
      </div>
    </figure>
  )
}

/** The claim must never show without its link to the explanation. */
export function BlockchainSecured() {
  return (
    <Link className="claim-link" href={routes.transparency.path}>
      <Icon name="shield" size={20} />
      Blockchain secured
    </Link>
  )
}

/** Outlines of silver hallmarks, on a grid of 40. */
const outlines = {
  holder: 'M5 4h30v18c0 7-6 12-15 15C11 34 5 29 5 22z',
  score: 'M13 7h14a13 13 0 0 1 0 26H13a13 13 0 0 1 0-26z',
  office: 'M8 4h17l9 9v21a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  year: 'M20 4a16 16 0 1 0 0 32 16 16 0 0 0 0-32z',
} as const

export type HallmarkKind = keyof typeof outlines

interface HallmarkProps {
  kind: HallmarkKind
  /** A few letters. The office mark is a check and has none. */
  letters?: string
}

/** Decorative: its text is beside it. */
export function Hallmark({ kind, letters }: HallmarkProps) {
  return (
    <svg className="hallmark" viewBox="0 0 40 40" aria-hidden="true">
      <path d={outlines[kind]} />
      {letters === undefined ? (
        <path className="hallmark-check" d="M12.5 21.5l5.5 5.5L28 15.5" />
      ) : (
        <text x="20" y="25" textAnchor="middle">
          {letters}
        </text>
      )}
    </svg>
  )
}

interface HallmarksProps {
  holder: string
  /** Percent. */
  score: number
  /** Ends with the year. */
  issued: string
}

/** The four marks of a TrustTag: holder, score, office, year. */
export function Hallmarks({ holder, score, issued }: HallmarksProps) {
  return (
    <span className="hallmarks">
      <Hallmark kind="holder" letters={initialsOf(holder)} />
      <Hallmark kind="score" letters={String(score)} />
      <Hallmark kind="office" />
      <Hallmark kind="year" letters={yearLetters(issued)} />
    </span>
  )
}

export const yearLetters = (issued: string): string => issued.slice(-2)
