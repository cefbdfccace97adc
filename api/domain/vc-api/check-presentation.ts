import { isRecord } from '../../../contract/credential/json-reading'
import { checkContext } from './check-context'
import { checkCredential } from './check-credential'
import { checkId, checkType, checkTyped, fail, objectsOf } from './check-values'

/**
 * What the data model asks of a presentation, and of each credential in it.
 * @throws {VcProblem} for the first thing that is wrong
 */
export function checkPresentation(presentation: unknown): asserts presentation is Record<string, unknown> {
  if (!isRecord(presentation)) fail('A presentation must be an object.', 'parsing')
  checkContext(presentation['@context'])
  checkType(presentation, 'VerifiablePresentation')
  checkId(presentation, 'id')
  const { holder } = presentation
  if (holder !== undefined) checkId(isRecord(holder) ? holder : { id: holder }, 'holder', true)
  checkTyped(presentation, 'termsOfUse', false)
  checkTyped(presentation, 'proof', false)
  for (const credential of objectsOf(presentation, 'verifiableCredential')) checkCredential(credential)
}
