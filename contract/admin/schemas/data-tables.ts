/** Nothing yet. */
export const adminDataTableSchemas = {}
