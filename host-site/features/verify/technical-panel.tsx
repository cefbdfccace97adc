import type { ReactNode } from 'react'
import { proofPaths, tagFilePath } from '../../../contract/proof-paths'
import type { CredentialFacts, LogFacts } from '../../../contract/credential/report'
import { CopyText } from './copy-text'
import type { Finding } from './finding'
import { FullCheck } from './full-check'

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
