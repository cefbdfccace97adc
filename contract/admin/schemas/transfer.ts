/** Nothing yet. */
export const adminTransferSchemas = {}
