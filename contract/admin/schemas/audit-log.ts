/** Nothing yet. */
export const adminAuditSchemas = {}
