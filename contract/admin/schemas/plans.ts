/** Nothing yet. */
export const adminPlanSchemas = {}
