import type { OwnTagFile } from '../../../contract/own-tag-files'
import type { VerifiedTag } from '../../../contract/schemas/tags'

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
