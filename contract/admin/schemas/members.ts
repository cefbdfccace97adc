/** Nothing yet. */
export const adminMemberSchemas = {}
