import type { AdminEndpointName } from '../../contract/admin/endpoints'
import type { AdminInput, AdminOutput } from '../../contract/admin/schemas'
import type { AppDefinition } from '../features/apps/definition'
import type { Mode } from '../domain/mode'
import type { Services } from './services'

/** What the HTTP layer found out of the secret key before a handler of the admin API runs. */
export interface AdminContext {
  app: AppDefinition
  mode: Mode
  /** The id of the key; never the key. */
  keyId: string
  /** As the audit log names the caller: `admin key` and the key's name. */
  actor: `admin key ${string}`
  /** The caller's address, as far as TRUST_PROXY believes it. */
  address: string
  /** Aborted when the caller closes the connection; called by what takes long. Absent where nothing can tell. */
  signal?: (() => AbortSignal) | undefined
}

/** One endpoint of the admin API. It checks, acts, writes the audit log and answers; it throws ApiError for the rest. */
export type AdminHandler<K extends AdminEndpointName> = (
  services: Services,
  context: AdminContext,
  input: AdminInput<K>,
) => Promise<AdminAnswer<K>>

/** The whole body of a 2xx answer. Lists stand beside their `data` what a page of them needs. */
export interface AdminAnswer<K extends AdminEndpointName> {
  data: AdminOutput<K>
  /** Of a text. */
  contentType?: string
  [more: string]: unknown
}

/** A missing endpoint does not compile. */
export type AdminHandlers = { [K in AdminEndpointName]: AdminHandler<K> }
