import type * as v from 'valibot'
import type { endpoints, EndpointName } from '../endpoints'
import type { Params } from '../endpoints/endpoint'
import type { Notice } from '../messages'
import { appSchemas } from './app'
import { assessmentSchemas } from './assessments'
import { authSchemas } from './auth'
import { captchaSchemas } from './captcha'
import { commentSchemas } from './comments'
import { contentSchemas } from './content'
import { dataTableSchemas } from './data-tables'
import { inboxSchemas } from './inbox'
import { memberSchemas } from './member'
import { passkeySchemas } from './passkeys'
import { planSchemas } from './plans'
import type { SchemasFor } from './schema'
import { secondFactorSchemas } from './second-factor'
import { sessionSchemas } from './sessions'
import { socialSchemas } from './social'
import { tagPurchaseSchemas } from './tag-purchases'
import { tagProfileSchemas } from './tag-profiles'
import { tagSchemas } from './tags'
import { teamSchemas } from './teams'
import { trackingSchemas } from './tracking'
import { workSampleSchemas } from './work-samples'

/** The input and output of every endpoint. Browsers import only the types below. */
export const schemas = {
  ...appSchemas,
  ...assessmentSchemas,
  ...authSchemas,
  ...captchaSchemas,
  ...commentSchemas,
  ...contentSchemas,
  ...dataTableSchemas,
  ...inboxSchemas,
  ...memberSchemas,
  ...passkeySchemas,
  ...planSchemas,
  ...secondFactorSchemas,
  ...sessionSchemas,
  ...socialSchemas,
  ...tagPurchaseSchemas,
  ...tagSchemas,
  ...tagProfileSchemas,
  ...teamSchemas,
  ...trackingSchemas,
  ...workSampleSchemas,
} satisfies SchemasFor<typeof endpoints>

/** A caller's input: the body or query, and the path parameters. */
export type Call<K extends EndpointName> = v.InferInput<(typeof schemas)[K]['input']> &
  Params<(typeof endpoints)[K]['path']>

/** The handler's input: validated and normalized. */
export type Input<K extends EndpointName> = v.InferOutput<(typeof schemas)[K]['input']> &
  Params<(typeof endpoints)[K]['path']>

/** The `data` of the response. */
export type Output<K extends EndpointName> = v.InferOutput<(typeof schemas)[K]['output']>

/** The body of every 2xx response. `message` is a text for the person, if there is one. */
export interface Answer<K extends EndpointName> {
  data: Output<K>
  message?: string
  /** The key of the message in `notices`. */
  notice?: Notice
  /** Token of an emailed reset code, whose `data` is a text. */
  requestToken?: string
}
