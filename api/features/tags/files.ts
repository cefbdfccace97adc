import { crc32 } from 'node:zlib'
import { concatBytes, toUtf8 } from '../../../contract/bytes'
import {
  PNG_KEYWORD,
  PNG_PROOF_KEYWORD,
  PNG_SIGNATURE,
  SVG_ELEMENT,
  SVG_NAMESPACE,
  SVG_PROOF_ELEMENT,
  SVG_PROOF_NAMESPACE,
} from '../../../contract/credential/baking'
import { credentialContexts } from '../../../contract/credential/contexts'
import type { OwnTagFile } from '../../../contract/own-tag-files'
import { tagFiles } from '../../../contract/proof-paths'
import type { TagFile } from '../../../contract/proof-paths'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import { createTimeSlices } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import type { CredentialRow } from '../credentials/repository'
import { tlogProofOf } from '../transparency-log/tree'
import type { Attachment } from './documents/certificate'
import { drawable } from './signed-tag'
import type { ReportedTag } from './signed-tag'
import { certificateText, tagText } from './texts'

export type TagFileServices = Pick<Services, 'store' | 'documents'>

interface ProvenTag extends ReportedTag {
  credential: CredentialRow
}

type MakeFile = (services: TagFileServices, proven: ProvenTag) => Promise<string | Uint8Array>

/** @throws ApiError `too-many-requests` while the drawing queue is full, `service-unavailable` */
export const makeTagFile = async (services: TagFileServices, proven: ProvenTag, file: TagFile): Promise<Uint8Array> => {
  const content = await makers[file](services, proven)
  return typeof content === 'string' ? toUtf8(content) : content
}

const makers: Readonly<Record<TagFile, MakeFile>> = {
  'credential.json': (_, { credential: { credential } }) => Promise.resolve(credential),
  'proof.tlog-proof': ({ store }, { credential }) => tlogProofOf(store, credential),
  'presentation.json': (_, { credential: { credential } }) => Promise.resolve(presentationOf(credential)),
  async 'badge.png'({ documents, store }, { credential, ...reported }) {
    const [image] = await documents.badgeImages([drawable(reported)])
    if (!image) throw new ApiError('service-unavailable')
    return bakePng(image, credential.credential, await tlogProofOf(store, credential))
  },
  'badge.svg': async ({ documents, store }, { credential, ...reported }) => {
    const drawing = await documents.badgeDrawing(drawable(reported))
    return bakeSvg(drawing, credential.credential, await tlogProofOf(store, credential))
  },
  'certificate.pdf': async (services, proven) =>
    services.documents.certificate(drawable(proven), await attachmentsOf(services, proven)),
}

/** The proofs that are attached to the PDF. */
async function attachmentsOf({ store }: Pick<Services, 'store'>, { credential }: ProvenTag): Promise<Attachment[]> {
  return [
    {
      name: 'credential.json',
      mediaType: tagFiles['credential.json'],
      description: tagText('credentialFile'),
      content: credential.credential,
    },
    {
      name: 'proof.tlog-proof',
      mediaType: 'text/plain',
      description: tagText('proofFile'),
      content: await tlogProofOf(store, credential),
    },
  ]
}

/**
 * Content by name.
 * @param nextSlice of the caller's loop: each TrustTag alone is too short to yield
 * @throws ApiError `too-many-requests` while the drawing queue is full, `service-unavailable`
 */
export async function packTag(
  services: TagFileServices,
  reported: ReportedTag,
  nextSlice = createTimeSlices(),
): Promise<Record<string, Uint8Array>> {
  const { credential } = reported
  const tag = drawable(reported)
  const files: Record<string, Uint8Array> = { [`${tagFileName(tag)}.txt`]: toUtf8(certificateText(tag)) }
  if (credential === null) {
    files[ownFileName(tag, 'certificate.pdf')] = await services.documents.certificate(tag, [])
    return files
  }
  for (const file of tagFileNames) {
    await nextSlice()
    files[ownFileName(tag, file)] = await makeTagFile(services, { ...reported, credential }, file)
  }
  return files
}

export const tagFileNames = Object.keys(tagFiles).filter((name): name is TagFile => Object.hasOwn(tagFiles, name))

/** Letters, digits and dashes are safe on every file system. */
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/gu, '')

/** Without extension: `TrustTag-Truck-Driver-CDL-TT-TD202612345678`. */
export const tagFileName = ({ skill, trustTagId }: Pick<VerifiedTag, 'skill' | 'trustTagId'>): string =>
  ['TrustTag', plain(skill), trustTagId].filter(Boolean).join('-')

const endings = {
  'credential.json': '.json',
  'proof.tlog-proof': '.tlog-proof',
  'presentation.json': '-wallet.json',
  'badge.png': '.png',
  'badge.svg': '.svg',
  'certificate.pdf': '.pdf',
  'everything.zip': '.zip',
} as const satisfies Record<OwnTagFile, string>

/** Unique to the TrustTag. */
export const ownFileName = (tag: Pick<VerifiedTag, 'skill' | 'trustTagId'>, file: OwnTagFile): string =>
  tagFileName(tag) + endings[file]

/** Without extension: `TrustTag-Portfolio-2026-11-21`. */
export const portfolioFileName = (now: number): string => `TrustTag-Portfolio-${dayOf(now)}`

export const exportFileName = (now: number): string => `TrustTag-Data-${dayOf(now)}.json`

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Every PNG begins with its signature and the IHDR chunk: length, type, thirteen bytes, checksum. */
const HEAD_BYTES = PNG_SIGNATURE.length + 25

/**
 * Bakes a credential into a PNG (Open Badges 3.0): one uncompressed `iTXt` chunk, and one with the log proof, which
 * other readers ignore.
 * @param image PNG without a credential
 * @param credential JSON, stored unchanged
 * @param proof `.tlog-proof`; null for none
 */
export const bakePng = (image: Uint8Array, credential: string, proof: string | null = null): Uint8Array =>
  concatBytes(
    image.subarray(0, HEAD_BYTES),
    textChunk(PNG_KEYWORD, credential),
    ...(proof === null ? [] : [textChunk(PNG_PROOF_KEYWORD, proof)]),
    image.subarray(HEAD_BYTES),
  )

/** Keyword, 0, not compressed (two bytes), no language, 0, no translated keyword, 0, text. */
function textChunk(keyword: string, text: string): Uint8Array {
  const data = concatBytes(toUtf8(keyword), new Uint8Array(5), toUtf8(text))
  const typed = concatBytes(toUtf8('iTXt'), data)
  return concatBytes(number(data.length), typed, number(crc32(typed)))
}

function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/**
 * Bakes a credential into an SVG (Open Badges 3.0): one element at the beginning with the JSON as CDATA, and one with
 * the log proof, which other readers ignore.
 * @param drawing SVG without a credential; its first tag is `<svg …>`
 * @param credential JSON; the same data, but characters that XML forbids are escaped
 * @param proof `.tlog-proof`; null for none
 */
export function bakeSvg(drawing: string, credential: string, proof: string | null = null): string {
  const end = drawing.indexOf('>')
  const [root, rest] = [drawing.slice(0, end), drawing.slice(end + 1)]
  const baked = `<${SVG_ELEMENT}><![CDATA[${withoutEnds(credential)}]]></${SVG_ELEMENT}>`
  const proven =
    proof === null
      ? ''
      : `\n<${SVG_PROOF_ELEMENT} xmlns:tlog="${SVG_PROOF_NAMESPACE}"><![CDATA[${proof}]]></${SVG_PROOF_ELEMENT}>`
  return `${root} xmlns:openbadges="${SVG_NAMESPACE}">\n${baked}${proven}${rest}`
}

/** Escapes the end of CDATA and characters that XML lacks: only JSON strings contain them, where an escape is equal. */
const withoutEnds = (json: string): string =>
  json.replaceAll(']]>', String.raw`]]\u003e`).replaceAll(/[\uFFFE\uFFFF]/gu, (letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return String.raw`\u${code}`
  })

/**
 * The presentation that wallets import (W3C VC Data Model 2.0, section 4.13). Unsigned, because holders have no keys.
 * @param credential signed JSON, copied unchanged
 */
export function presentationOf(credential: string): string {
  const [context] = credentialContexts
  const around = JSON.stringify({ '@context': [context], type: ['VerifiablePresentation'] })
  return `${around.slice(0, -1)},"verifiableCredential":[${credential}]}`
}
