import { toUtf8 } from '../../../contract/bytes'
import { tagFiles } from '../../../contract/proof-paths'
import type { TagFile } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { CredentialRow } from '../../ports/trusttag/credential-store'
import type { Attachment } from '../../ports/trusttag/tag-papers'
import { ApiError } from '../../lib/errors'
import { bakePng } from '../proof/bake-png'
import { bakeSvg } from '../proof/bake-svg'
import { presentationOf } from '../proof/presentation-of'
import { tlogProofOf } from '../proof/tlog-proof-of'
import { drawable } from './signed-tag'
import type { ReportedTag } from './signed-tag'

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
