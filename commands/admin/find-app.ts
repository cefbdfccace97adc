import { ApiError } from '../../api/lib/errors'
import type { AppDefinition } from '../../api/domain/app-definition'
import type { AdminServices } from './open-admin-services'
import type { AdminOwner } from './verb'

/** @throws ApiError `app-not-found` */
export async function findApp({ store }: Pick<AdminServices, 'store'>, { appId }: AdminOwner): Promise<AppDefinition> {
  const app = await store.apps.findById(appId)
  if (!app) throw new ApiError('app-not-found')
  return app
}
