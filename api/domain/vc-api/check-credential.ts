import { isRecord } from '../../../contract/credential/json-reading'
import { checkContext } from './check-context'
import { checkPeriod } from './check-period'
import { checkRelatedResources } from './check-related-resources'
import { checkTexts } from './check-texts'
import { checkId, checkType, checkTyped, fail, objectsOf } from './check-values'

/** Properties whose objects must say of what type they are; those marked must say by what they are named, too. */
const typedProperties = [
  { name: 'credentialStatus', needsId: false },
  { name: 'credentialSchema', needsId: true },
  { name: 'refreshService', needsId: false },
  { name: 'termsOfUse', needsId: false },
  { name: 'evidence', needsId: false },
  { name: 'proof', needsId: false },
] as const

/**
 * What the data model asks of a credential, as far as its text shows it: version 2.0, and of version 1.1 what both share.
 * Libraries that sign leave a part of it unchecked. Signatures, and terms that no context defines, are not looked at here.
 * @throws {VcProblem} for the first thing that is wrong
 */
export function checkCredential(credential: unknown): asserts credential is Record<string, unknown> {
  if (!isRecord(credential)) fail('A credential must be an object.', 'parsing')
  checkContext(credential['@context'])
  checkType(credential, 'VerifiableCredential')
  checkId(credential, 'id')
  checkIssuer(credential)
  checkSubjects(credential)
  checkPeriod(credential)
  for (const { name, needsId } of typedProperties) checkTyped(credential, name, needsId)
  checkTexts(credential, '')
  checkRelatedResources(credential)
}

function checkIssuer({ issuer }: Record<string, unknown>): void {
  const named = isRecord(issuer) ? issuer : { id: issuer }
  checkId(named, 'issuer', true)
  checkTexts(named, 'issuer.')
}

function checkSubjects(credential: Record<string, unknown>): void {
  const subjects = objectsOf(credential, 'credentialSubject')
  if (subjects.length === 0) fail('credentialSubject must be there.')
  for (const subject of subjects) {
    if (Object.keys(subject).length === 0) fail('credentialSubject must claim something.')
    checkId(subject, 'credentialSubject.id')
  }
}
