import { bandNote, type ShownScore, NAME_NOT_CHECKED, nameText } from '../../contract/tag-texts'
import { Link } from 'wouter'
import { routes } from '../paths'
import { Rosette } from './guilloche'
import { Hallmarks } from './hallmarks'
import { Icon } from './icon'

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
