import { type ReactNode, useState } from 'react'
import type { CredentialFacts, LogFacts } from '../../../contract/credential/report'
import { proofPaths, tagFilePath } from '../../../contract/proof-paths'
import { Notice } from '../../ui/status'
import type { Finding } from './finding'

/** All that an expert asks for, closed until somebody does. */
export function TechnicalPanel({ finding, facts }: { finding: Finding; facts: CredentialFacts }) {
  const { report, evidence } = finding
  const addresses = addressesOf(facts, report.mode === 'live' ? 'live' : 'test')
  return (
    <details className="technical">
      <summary>Technical details</summary>
      <dl>
        {report.log && <LogRows {...report.log} />}
        <Row name="Issuer">{facts.issuer}</Row>
        {facts.status && <Row name="Place in the status list">{facts.status.index}</Row>}
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
        This page believes the keys that TrustTag’s own server hands out. With the two files and keys that you keep, a
        terminal needs nobody:
      </p>
      <CopyText name="command" text="npm run verify-tag -- credential.json --proof proof.tlog-proof" />
      <FullCheck finding={finding} />
    </details>
  )
}

function LogRows({ origin, index, size, root, leafHash }: LogFacts) {
  return (
    <>
      <Row name="Log">{origin}</Row>
      <Row name="Log hash">{leafHash}</Row>
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

/** At the issuer’s, which the signature names. */
function addressesOf({ id, trustTagId, status }: CredentialFacts, mode: keyof typeof proofPaths) {
  if (!/^https?:\/\//u.test(id)) return []
  const { origin } = new URL(id)
  return [
    ['Credential', id],
    ['Proof of its place in the log', origin + tagFilePath(trustTagId, 'proof.tlog-proof')],
    ['Keys of the issuer (DID document)', origin + proofPaths[mode].did],
    ...(status ? [['Revocation list', status.list] as const] : []),
    ['Latest checkpoint of the log', `${origin}${proofPaths[mode].log}/checkpoint`],
  ] as const
}

type State = 'idle' | 'checking' | 'passed' | 'failed' | 'unloaded'

const texts: Readonly<Record<Exclude<State, 'idle'>, string>> = {
  checking: 'Checking…',
  passed:
    'Passed. Its second signature (eddsa-rdfc-2022) is right too, checked with the library that other badge readers use, against the published Open Badges 3.0 vocabulary.',
  failed: 'Failed. Its second signature (eddsa-rdfc-2022) is not right. Do not rely on this TrustTag.',
  unloaded: 'The script for this check could not be loaded. This says nothing about the TrustTag.',
}

/** The check that other Open Badges readers make: seldom wanted, and ten times the script. */
function FullCheck({ finding: { evidence, trust } }: { finding: Finding }) {
  const [state, setState] = useState<{ of: unknown; is: State }>({ of: null, is: 'idle' })
  // What was found out about another TrustTag says nothing about this one.
  const is = state.of === evidence.credential ? state.is : 'idle'

  async function check() {
    const of = evidence.credential
    if (is === 'checking') return
    setState({ of, is: 'checking' })
    try {
      const { checkByStandard } = await import('./check-by-standard')
      setState({ of, is: (await checkByStandard(of, trust)) ? 'passed' : 'failed' })
    } catch {
      setState({ of, is: 'unloaded' })
    }
  }

  return (
    <div className="full-check">
      <h4>Full standards check</h4>
      <p>
        The checks above read the first signature and the log. This one reads the second signature as any Open Badges
        3.0 reader does. It loads about 60 kB of script and sends nothing.
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
        {is === 'idle' ? '' : texts[is]}
      </output>
    </div>
  )
}

interface CopyTextProps {
  /** What it is, as the button says after “Copy”. */
  name: string
  text: string
}

/** A text to take along as it is, with a button for the clipboard. */
function CopyText({ name, text }: CopyTextProps) {
  const [said, setSaid] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
    } catch {
      setSaid('Your browser keeps its clipboard shut. Select the text and copy it.')
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
