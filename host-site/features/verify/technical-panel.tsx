import { type ReactNode, useState } from 'react'
import type { CredentialFacts, LogFacts } from '../../../contract/credential/report'
import { proofPaths, tagFilePath } from '../../../contract/proof-paths'
import { Notice } from '../../ui/status'
import type { Finding } from './finding'

export function TechnicalPanel({ finding, facts }: { finding: Finding; facts: CredentialFacts }) {
  const { report, evidence } = finding
  const addresses = addressesOf(facts, report.mode === 'live' ? 'live' : 'test')
  return (
    <details className="technical">
      <summary>Technical details</summary>
      <dl>
        {report.log && <LogRows {...report.log} />}
        <Row name="Issuer">{facts.issuer}</Row>
        {facts.status && <Row name="Index in the status list">{facts.status.index}</Row>}
        {facts.evidence.map(({ name, hash }) => (
          <Row key={hash} name={`Evidence: ${name}`}>
            {hash}
          </Row>
        ))}
      </dl>
      {evidence.proof !== null && report.log && <CopyText name="proof file with checkpoint" text={evidence.proof} />}
      <h4>How it was earned</h4>
      <p>{facts.criteria}</p>
      <h4>Files</h4>
      <ul>
        {addresses.map(([name, address]) => (
          <li key={name}>
            <a href={address}>{name}</a>
          </li>
        ))}
      </ul>
      <h4>Check it yourself</h4>
      <p>
        This page trusts the keys of TrustTag’s server. With both files and your own copy of the keys, you can check in
        a terminal without any server:
      </p>
      <CopyText name="command" text="npm run verify-tag -- credential.json --proof proof.tlog-proof" />
      <FullCheck finding={finding} />
    </details>
  )
}

function LogRows({ origin, index, size, root }: LogFacts) {
  return (
    <>
      <Row name="Log">{origin}</Row>
      <Row name="Entry">
        {index} of {size}, counted from 0
      </Row>
      <Row name="Root of the tree">{root}</Row>
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="code">{children}</dd>
    </div>
  )
}

/** URLs on the issuer's origin, which is signed. */
function addressesOf({ id, trustTagId, status }: CredentialFacts, mode: keyof typeof proofPaths) {
  if (!/^https?:\/\//u.test(id)) return []
  const { origin } = new URL(id)
  return [
    ['Credential', id],
    ['Proof of its log entry', origin + tagFilePath(trustTagId, 'proof.tlog-proof')],
    ['Keys of the issuer (DID document)', origin + proofPaths[mode].did],
    ...(status ? [['Revocation list', status.list] as const] : []),
    ['Latest checkpoint of the log', `${origin}${proofPaths[mode].log}/checkpoint`],
  ] as const
}

const IDLE = { of: null, is: 'idle', text: '' }
const UNLOADED = 'The check could not be loaded. This does not mean that the TrustTag is invalid.'

/** Rarely wanted, and ten times the script, so it is lazy. */
function FullCheck({ finding: { evidence, trust } }: { finding: Finding }) {
  const [state, setState] = useState<{ of: unknown; is: string; text: string }>(IDLE)
  // A result belongs to one credential.
  const { is, text } = state.of === evidence.credential ? state : IDLE

  async function check() {
    const of = evidence.credential
    if (is === 'checking') return
    setState({ of, is: 'checking', text: 'Checking…' })
    try {
      const { checkByStandard, standardTexts } = await import('../../../contract/credential/check-by-standard')
      const result = (await checkByStandard(of, trust)) ? 'passed' : 'failed'
      setState({ of, is: result, text: standardTexts[result] })
    } catch {
      setState({ of, is: 'unloaded', text: UNLOADED })
    }
  }

  return (
    <div className="full-check">
      <h4>Full standards check</h4>
      <p>
        The checks above read the first signature and the log. This one reads the second as any Open Badges 3.0 reader
        does. It loads about 60 kB of script and sends nothing.
      </p>
      <button
        type="button"
        className="button quiet no-print"
        aria-disabled={is === 'checking' || undefined}
        onClick={() => void check()}
      >
        Run the full standards check
      </button>
      <output className="notice" data-outcome={is}>
        {text}
      </output>
    </div>
  )
}

interface CopyTextProps {
  /** Follows “Copy” in the button's accessible name. */
  name: string
  text: string
}

function CopyText({ name, text }: CopyTextProps) {
  const [said, setSaid] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
    } catch {
      setSaid('Your browser blocked the clipboard. Select the text and copy it.')
    }
  }
  return (
    <div className="copy-text">
      <pre>{text}</pre>
      <button type="button" className="button quiet no-print" onClick={() => void copy()}>
        Copy <span className="visually-hidden">{name}</span>
      </button>
      <Notice text={said} />
    </div>
  )
}
