import { QUERY_CONDITIONS_MAX, QUERY_RELATIONS_MAX } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'

/** Counts what one query is made of, on all levels. */
export class QueryParts {
  #conditions = 0
  #relations = 0

  /** @throws ApiError `field-limit-exceeded` */
  takeCondition(): void {
    this.#conditions += 1
    if (this.#conditions > QUERY_CONDITIONS_MAX)
      throw new ApiError('field-limit-exceeded', { message: `A query has at most ${QUERY_CONDITIONS_MAX} conditions.` })
  }

  /** @throws ApiError `field-limit-exceeded` */
  takeRelation(): void {
    this.#relations += 1
    if (this.#relations > QUERY_RELATIONS_MAX)
      throw new ApiError('field-limit-exceeded', {
        message: `A query includes and counts at most ${QUERY_RELATIONS_MAX} relations.`,
      })
  }
}
