import type * as v from 'valibot'
import type { endpoints, EndpointName } from '../endpoints'
import type { Params } from '../endpoints/endpoint'
import type { Notice } from '../errors'
import { appSchemas } from './app'
import { assessmentSchemas } from './assessments'
import { authSchemas } from './auth'
import { captchaSchemas } from './captcha'
import { commentSchemas } from './comments'
import { contentSchemas } from './content'
import { dataTableSchemas } from './data-tables'
import { inboxSchemas } from './inbox'
import { memberSchemas } from './member'
import { planSchemas } from './plans'
import type { SchemasFor } from './schema'
import { socialSchemas } from './social'
import { tagPurchaseSchemas } from './tag-purchases'
import { tagProfileSchemas } from './tag-profiles'
import { tagSchemas } from './tags'
import { teamSchemas } from './teams'
import { trackingSchemas } from './tracking'
import { workSampleSchemas } from './work-samples'

/** The input and output of every endpoint. Browsers import the types below, never this value. */
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
  ...planSchemas,
  ...socialSchemas,
  ...tagPurchaseSchemas,
  ...tagSchemas,
  ...tagProfileSchemas,
  ...teamSchemas,
  ...trackingSchemas,
  ...workSampleSchemas,
} satisfies SchemasFor<typeof endpoints>

/** What a caller sends: the body or query, and the path parameters. */
export type Call<K extends EndpointName> = v.InferInput<(typeof schemas)[K]['input']> &
  Params<(typeof endpoints)[K]['path']>

/** What a handler is given: checked and normalised. */
export type Input<K extends EndpointName> = v.InferOutput<(typeof schemas)[K]['input']> &
  Params<(typeof endpoints)[K]['path']>

/** What stands under `data` in the answer. */
export type Output<K extends EndpointName> = v.InferOutput<(typeof schemas)[K]['output']>

/** The body of every 2xx answer; `message` is a sentence for the person, where there is one to say. */
export interface Answer<K extends EndpointName> {
  data: Output<K>
  message?: string
  /** Which of `notices` the message is. */
  notice?: Notice
  /** Of a mailed reset code, whose `data` is a sentence. */
  requestToken?: string
}
