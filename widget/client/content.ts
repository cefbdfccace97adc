import type { RecordsAnswer } from '../../contract/schemas/data-tables'
import type { CommentClient, CommentOrder, DataTableClient, MembershipClient, RecordsPage } from '../public'
import { type ClientContext, forwardCall } from './context'

type ContentMethods = CommentClient & DataTableClient & Pick<MembershipClient, 'getSecureContent'>

/** Comments, data tables and hosted content. */
export const contentMethods = (context: ClientContext): ContentMethods => ({
  ...commentMethods(context),
  ...dataTableMethods(context),
  getSecureContent: forwardCall(context.call)('getSecureContent'),
})

function commentMethods({ call, window }: ClientContext): CommentClient {
  const forward = forwardCall(call)
  return {
    getChannelInfo: forward('getChannelInfo'),
    subscribeToChannel: forward('subscribeToChannel'),
    postIsTyping: forward('postIsTyping'),
    getPosts: async ({ channelKey, ...page }, options) => call('getPosts', { channelKey, ...pageQuery(page) }, options),
    createPost: async ({ channelKey, content }, options) =>
      call('createPost', { channelKey, content, _url: window.location.href }, options),
    updatePost: forward('updatePost'),
    postVote: forward('postVote'),
    deletePost: forward('deletePost'),
    getThreads: async ({ postId, ...page }, options) => call('getThreads', { postId, ...pageQuery(page) }, options),
    createThread: forward('createThread'),
    updateThread: forward('updateThread'),
    threadVote: forward('threadVote'),
    deleteThread: forward('deleteThread'),
  }
}

/** Converts values to strings for a query. */
const pageQuery = ({ after, order, limit }: { after?: string | number; order?: CommentOrder; limit?: number }) => ({
  ...(after !== undefined && { after: String(after) }),
  ...(order !== undefined && { order }),
  ...(limit !== undefined && { limit: String(limit) }),
})

function dataTableMethods({ call }: ClientContext): DataTableClient {
  return {
    getDataTables: async (options) => call('getDataTables', {}, options),
    getDataTable: async (params, options) => call('getDataTable', { table: tableOf(params) }, options),
    getDataRecords: async (params, options) => {
      const { createdAfter, createdBefore, sortBy, sortDirection, limit, after } = params
      const createdAt = {
        ...(createdAfter !== undefined && { gte: createdAfter }),
        ...(createdBefore !== undefined && { lte: createdBefore }),
      }
      const findMany = {
        ...(Object.keys(createdAt).length > 0 && { where: { createdAt } }),
        ...(sortBy !== undefined && { orderBy: { [sortBy]: sortDirection ?? 'asc' } }),
        ...(limit !== undefined && { take: limit }),
        ...(after !== undefined && { after }),
      }
      const answer = await call('queryDataRecords', { table: tableOf(params), query: { findMany } }, options)
      return { ...answer, data: recordsOf(answer.data) }
    },
    getDataRecord: async (params, options) => {
      const { recordId: id, include } = params
      const findUnique = { where: { id }, ...(include && { include }) }
      const answer = await call('queryDataRecords', { table: tableOf(params), query: { findUnique } }, options)
      return { ...answer, data: 'record' in answer.data ? answer.data.record : null }
    },
    queryDataRecords: async (params, options) => {
      const query = { findMany: { ...params.query } }
      const answer = await call('queryDataRecords', { table: tableOf(params), query }, options)
      const { data } = answer
      return { ...answer, data: '_count' in data && !('records' in data) ? data : recordsOf(data) }
    },
    createDataRecord: async (params, options) =>
      call('createDataRecord', { table: tableOf(params), data: { ...params.data } }, options),
    updateDataRecord: async ({ recordId, data }, options) =>
      call('updateDataRecord', { recordId, data: { ...data } }, options),
    deleteDataRecord: async ({ recordId }, options) => call('deleteDataRecord', { recordId }, options),
  }
}

const tableOf = ({ table, tableKey }: { table?: string | undefined; tableKey?: string }): string =>
  table ?? tableKey ?? ''

/** Narrows the result of a query for many records. */
const recordsOf = (data: RecordsAnswer): RecordsPage =>
  'records' in data ? data : { records: [], pagination: { limit: 0, endCursor: null, hasMore: false } }
