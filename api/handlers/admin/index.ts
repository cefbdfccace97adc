import type { AdminHandlers } from '../../ports/admin-handler'
import { verifyToken } from './tokens/verify-token'

/** Every endpoint of the admin API, by name. */
export const adminHandlers: AdminHandlers = {
  verifyToken,
}
