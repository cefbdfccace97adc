import type { Payload } from '@memberstack/admin/lib/types/payload'
import * as v from 'valibot'

/**
 * The published package's own types as schemas for checking responses. Each is tied to its type: if a release
 * promises more, this file does not compile.
 */
type Shape<T> = v.GenericSchema<unknown, T>

const textOrNull = v.nullable(v.string())
const numberOrNull = v.nullable(v.number())
const plain = v.record(v.string(), v.unknown())
const moment = v.pipe(v.string(), v.isoTimestamp())

const planConnection: Shape<Payload.Transforms['MemberPlanConnection']> = v.looseObject({
  id: v.string(),
  active: v.boolean(),
  status: v.string(),
  planId: v.string(),
  planName: v.string(),
  type: v.string(),
  payment: v.nullable(
    v.looseObject({
      amount: v.number(),
      currency: v.string(),
      status: v.string(),
      lastBillingDate: numberOrNull,
      nextBillingDate: numberOrNull,
      cancelAtDate: numberOrNull,
      lastInvoice: textOrNull,
      lastReceipt: textOrNull,
      card: v.string(),
    }),
  ),
})

export const member: Shape<Payload.Transforms['Member']> = v.looseObject({
  id: v.pipe(v.string(), v.startsWith('mem_')),
  auth: v.looseObject({ email: v.string() }),
  verified: v.boolean(),
  metaData: plain,
  json: plain,
  loginRedirect: textOrNull,
  profileImage: textOrNull,
  stripeCustomerId: textOrNull,
  lastLogin: v.nullable(moment),
  createdAt: moment,
  customFields: plain,
  permissions: v.array(v.string()),
  planConnections: v.array(planConnection),
})

export const dataTable: Shape<Payload.Transforms['DataTable']> = v.looseObject({
  id: v.pipe(v.string(), v.startsWith('tbl_')),
  key: v.string(),
  name: v.string(),
  createRule: v.string(),
  readRule: v.string(),
  updateRule: v.string(),
  deleteRule: v.string(),
  createdAt: moment,
  updatedAt: v.nullable(moment),
  fields: v.array(
    v.looseObject({
      id: v.string(),
      key: v.string(),
      name: v.string(),
      type: v.string(),
      required: v.boolean(),
      defaultValue: v.nullable(v.unknown()),
      tableOrder: numberOrNull,
      referencedTableId: textOrNull,
    }),
  ),
})

export const dataRecord: Shape<Payload.Transforms['DataRecord']> = v.looseObject({
  id: v.string(),
  tableKey: v.string(),
  createdByMemberId: textOrNull,
  data: plain,
  createdAt: moment,
  updatedAt: moment,
  internalOrder: v.number(),
})

export const memberPage: Shape<Payload.PaginatedResponse<Payload.Transforms['Member']>> = v.strictObject({
  data: v.array(member),
  hasNextPage: v.boolean(),
  endCursor: v.number(),
  totalCount: v.number(),
})

/** Most responses are only `{ data }`. */
export const single = <T>(shape: Shape<T>): Shape<{ data: T }> => v.strictObject({ data: shape })

export const recordPage = v.strictObject({
  records: v.array(dataRecord),
  pagination: v.strictObject({ limit: v.number(), endCursor: v.optional(v.number()), hasMore: v.boolean() }),
})

/** The value that every failure rejects with. */
export const refusal = v.looseObject({ code: v.string(), message: v.string() })
