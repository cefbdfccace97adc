/** Nothing yet. */
export const adminWebhookSchemas = {}
