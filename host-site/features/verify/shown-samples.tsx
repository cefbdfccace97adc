import { useEffect, useState } from 'react'
import { fromBase64url } from '../../../contract/base64url'
import { toHex } from '../../../contract/bytes'
import { isRecord, listOf, recordOf, textOf } from '../../../contract/credential/json-reading'
import type { ShownSample } from '../../../contract/schemas/tags'
import { formatBytes, formatDay } from '../../lib/format'

interface ShownSamplesProps {
  samples: readonly ShownSample[]
  /** The signed TrustTag, parsed: it names the digest of each sealed file. */
  credential: unknown
  sealedOn: string
}

/** Larger files are compared on request. */
const COMPARED_AT_ONCE_BYTES = 5_000_000

/** Files that the holder shows. This browser compares each with the digest that was signed. */
export default function ShownSamples({ samples, credential, sealedOn }: ShownSamplesProps) {
  const sealed = sealedDigests(credential)
  return (
    <section className="shown-samples" aria-labelledby="shown-samples">
      <h3 id="shown-samples">Work samples that the holder shows</h3>
      <p className="soft">No one assessed them.</p>
      <ul>
        {samples.map((sample, index) => (
          <li key={sample.url}>
            <a href={sample.url} target="_blank" rel="noopener noreferrer">
              Work sample {index + 1}
            </a>{' '}
            <span className="soft">
              {sample.type}, {formatBytes(sample.sizeBytes)}
            </span>
            <Seal sample={sample} sealed={sealed} sealedOn={sealedOn} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Comparison = 'waiting' | 'comparing' | Awaited<ReturnType<typeof compareFile>>

function Seal({ sample, sealed, sealedOn }: { sample: ShownSample; sealed: ReadonlySet<string>; sealedOn: string }) {
  const isNamed = sealed.has(sample.digest)
  const [comparison, setComparison] = useState<Comparison>('waiting')
  const isSmall = sample.sizeBytes <= COMPARED_AT_ONCE_BYTES

  async function compare() {
    setComparison('comparing')
    setComparison(await compareFile(sample.url, sealed))
  }
  useEffect(() => {
    if (isNamed && isSmall) void compare()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per file
  }, [sample.url])

  if (!isNamed) return <p>Added after the TrustTag was issued: it is not sealed.</p>
  return (
    <output>
      {comparison === 'same' && (
        <>
          Same file as sealed on <time dateTime={sealedOn}>{formatDay(sealedOn)}</time>.
        </>
      )}
      {comparison === 'other' && 'This is not the file that was sealed. Do not rely on it.'}
      {comparison === 'comparing' && 'Comparing it with the seal...'}
      {comparison === 'failed' && 'The file could not be fetched. '}
      {(comparison === 'waiting' || comparison === 'failed') && (
        <button type="button" className="button quiet no-print" onClick={() => void compare()}>
          Compare it with the seal
        </button>
      )}
    </output>
  )
}

/** Fetches a file that a holder shows. Never rejects. @param sealed hexadecimal digests */
async function compareFile(url: string, sealed: ReadonlySet<string>): Promise<'same' | 'other' | 'failed'> {
  try {
    const answer = await fetch(url, { credentials: 'omit' })
    if (!answer.ok) return 'failed'
    const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
    return sealed.has(toHex(new Uint8Array(digest))) ? 'same' : 'other'
  } catch {
    return 'failed'
  }
}

const NAMED = /^ni:\/\/\/sha-256;([\w-]{43})$/u

/** Hexadecimal, of every file that the credential names. */
function sealedDigests(credential: unknown): ReadonlySet<string> {
  const digests = listOf(recordOf(credential).evidence).flatMap((one) => {
    const [, hash] = NAMED.exec(isRecord(one) ? textOf(one.id) : '') ?? []
    return hash === undefined ? [] : [toHex(fromBase64url(hash))]
  })
  return new Set(digests)
}
