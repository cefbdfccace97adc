import { hash, randomBytes, randomInt } from 'node:crypto'
import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import type { Secrets } from '../../ports/secrets'
import { createSortableIds } from './sortable-id'

/** Everything random comes from the operating system's generator. */
export function createSecrets(): Secrets {
  const sortableId = createSortableIds()
  return {
    memberId: (mode) => `${mode === 'test' ? 'mem_sb_' : 'mem_'}${sortableId()}`,
    id: (prefix) => `${prefix}_${sortableId()}`,
    commentId: (mode) => `${mode === 'test' ? 'cmt_sb_' : 'cmt_'}${sortableId()}`,
    recordId: () => sortableId(),
    visitId: () => sortableId(),
    sessionToken: () => randomBytes(32).toString('base64url'),
    webhookSecret: () => `whsec_${randomBytes(24).toString('base64')}`,
    linkToken: () => randomBytes(16).toString('base64url'),
    fileId: () => randomBytes(16).toString('hex'),
    below: (bound) => randomInt(bound),
    code: () =>
      randomInt(10 ** CODE_LENGTH_DIGITS)
        .toString()
        .padStart(CODE_LENGTH_DIGITS, '0'),
    digest: (secret) => hash('sha256', secret, 'hex'),
  }
}
