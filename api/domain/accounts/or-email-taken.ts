import { ApiError, UniqueConstraintError } from '../../lib/errors'

/** Two requests want one address at the same moment: the database lets one in, the other gets `email-already-in-use`. */
export async function orEmailTaken<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new ApiError('email-already-in-use', { cause: error }) : error
  }
}
