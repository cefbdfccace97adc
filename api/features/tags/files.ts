import { concatBytes, toUtf8 } from '../../../contract/bytes'
import { tagFiles } from '../../../contract/proof-paths'
import type { TagFile } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { CredentialRow } from '../../ports/trusttag/credential-store'
import type { Attachment } from './documents/tag-documents'
import { ApiError } from '../../lib/errors'
import { tlogProofOf } from '../transparency-log/tiles'
import { drawable } from './signed-tag'
import type { ReportedTag } from './signed-tag'
import { certificateText } from './texts'
import type { OwnTagFile } from '../../../contract/own-tag-files'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import { crc32 } from 'node:zlib'
import { PNG_KEYWORD, PNG_SIGNATURE, SVG_ELEMENT, SVG_NAMESPACE } from '../../../contract/credential/baking'
import { credentialContexts } from '../../../contract/credential/contexts'

export type TagFileServices = Pick<Services, 'store' | 'papers'>

/** What the files of a TrustTag are made from. */
export interface ProvenTag extends ReportedTag {
  credential: CredentialRow
}

type MakeFile = (services: TagFileServices, proven: ProvenTag) => Promise<string | Uint8Array>

/**
 * The content of one file of a TrustTag.
 * @throws ApiError `too-many-requests` while too much is being drawn, `service-unavailable`
 */
export const makeTagFile = async (services: TagFileServices, proven: ProvenTag, file: TagFile): Promise<Uint8Array> => {
  const content = await makers[file](services, proven)
  return typeof content === 'string' ? toUtf8(content) : content
}

const makers: Readonly<Record<TagFile, MakeFile>> = {
  'credential.json': (_, { credential: { credential } }) => Promise.resolve(credential),
  'proof.tlog-proof': ({ store }, { credential }) => tlogProofOf(store, credential),
  'presentation.json': (_, { credential: { credential } }) => Promise.resolve(presentationOf(credential)),
  async 'badge.png'({ papers }, { credential: { credential }, ...reported }) {
    const [picture] = await papers.badgePictures([drawable(reported)])
    if (!picture) throw new ApiError('service-unavailable')
    return bakePng(picture, credential)
  },
  'badge.svg': async ({ papers }, { credential: { credential }, ...reported }) =>
    bakeSvg(await papers.badgeDrawing(drawable(reported)), credential),
  'certificate.pdf': async (services, proven) =>
    services.papers.certificate(drawable(proven), await attachmentsOf(services, proven)),
}

/** What proves a certificate travels within it. */
async function attachmentsOf({ store }: Pick<Services, 'store'>, { credential }: ProvenTag): Promise<Attachment[]> {
  return [
    {
      name: 'credential.json',
      mediaType: tagFiles['credential.json'],
      description: 'The TrustTag as a signed Open Badges 3.0 credential',
      content: credential.credential,
    },
    {
      name: 'proof.tlog-proof',
      mediaType: 'text/plain',
      description: 'The proof that it stands in the public log',
      content: await tlogProofOf(store, credential),
    },
  ]
}

/**
 * Everything that there is of a TrustTag, for an archive: content by name.
 * @throws ApiError `too-many-requests` while too much is being drawn, `service-unavailable`
 */
export async function packTag(services: TagFileServices, reported: ReportedTag): Promise<Record<string, Uint8Array>> {
  const { credential } = reported
  const tag = drawable(reported)
  const files: Record<string, Uint8Array> = { [`${tagFileName(tag)}.txt`]: toUtf8(certificateText(tag)) }
  if (credential === null) {
    files[ownFileName(tag, 'certificate.pdf')] = await services.papers.certificate(tag, [])
    return files
  }
  for (const file of fileNames)
    files[ownFileName(tag, file)] = await makeTagFile(services, { ...reported, credential }, file)
  return files
}

const fileNames = Object.keys(tagFiles).filter((name): name is TagFile => Object.hasOwn(tagFiles, name))

/** Letters, digits and dashes: what every file system takes. */
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/gu, '')

/** What files of a TrustTag are called, without an ending: `TrustTag-Truck-Driver-CDL-TT-TD202612345678`. */
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

/** What a file of a TrustTag is called where its holder keeps it: one cannot be taken for that of another TrustTag. */
export const ownFileName = (tag: Pick<VerifiedTag, 'skill' | 'trustTagId'>, file: OwnTagFile): string =>
  tagFileName(tag) + endings[file]

/** What files with all of somebody's TrustTags are called, without an ending: `TrustTag-Portfolio-2026-11-21`. */
export const portfolioFileName = (now: number): string => `TrustTag-Portfolio-${dayOf(now)}`

export const exportFileName = (now: number): string => `TrustTag-Data-${dayOf(now)}.json`

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Signature, length, type, the thirteen bytes of IHDR, checksum: every PNG begins with them. */
const HEAD_BYTES = PNG_SIGNATURE.length + 25

/**
 * Puts a credential into a picture as Open Badges 3.0 asks: one `iTXt` chunk, not compressed.
 * @param picture PNG without a credential
 * @param credential JSON, kept as it is
 */
export const bakePng = (picture: Uint8Array, credential: string): Uint8Array =>
  concatBytes(picture.subarray(0, HEAD_BYTES), textChunk(credential), picture.subarray(HEAD_BYTES))

/** Keyword, 0, not compressed (two bytes), no language, 0, no translated keyword, 0, text. */
function textChunk(text: string): Uint8Array {
  const data = concatBytes(toUtf8(PNG_KEYWORD), new Uint8Array(5), toUtf8(text))
  const typed = concatBytes(toUtf8('iTXt'), data)
  return concatBytes(number(data.length), typed, number(crc32(typed)))
}

function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/**
 * Puts a credential into a drawing as Open Badges 3.0 asks: one element at its beginning, the JSON as CDATA.
 * @param drawing SVG without a credential; its first tag is `<svg …>`
 * @param credential JSON; the same data comes out, its text may be escaped where XML asks for it
 */
export function bakeSvg(drawing: string, credential: string): string {
  const end = drawing.indexOf('>')
  const [root, rest] = [drawing.slice(0, end), drawing.slice(end + 1)]
  return `${root} xmlns:openbadges="${SVG_NAMESPACE}">\n<${SVG_ELEMENT}><![CDATA[${withoutEnds(credential)}]]></${SVG_ELEMENT}>${rest}`
}

/** What would end the CDATA, and what XML has no letters for, stands inside texts alone: JSON can say it otherwise. */
const withoutEnds = (json: string): string =>
  json.replaceAll(']]>', String.raw`]]\u003e`).replaceAll(/[\uFFFE\uFFFF]/gu, (letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return String.raw`\u${code}`
  })

/**
 * A credential in the wrapping that wallets import (W3C VC Data Model 2.0, section 4.13). It is not signed: only who holds a
 * key of their own could sign it, and a TrustTag asks for none.
 * @param credential JSON, signed; kept letter by letter
 */
export function presentationOf(credential: string): string {
  const [context] = credentialContexts
  const around = JSON.stringify({ '@context': [context], type: ['VerifiablePresentation'] })
  return `${around.slice(0, -1)},"verifiableCredential":[${credential}]}`
}
