import { WEBHOOK_ENDPOINTS_MAX } from './limits'

/** Errors of webhooks. All of these are ours. */
export const webhookErrors = {
  'webhook-endpoint-not-found': { status: 404, message: 'This webhook endpoint does not exist.' },
  'webhook-message-not-found': { status: 404, message: 'This webhook message does not exist, or was deleted.' },
  'invalid-webhook-url': {
    status: 400,
    message: 'The webhook URL must be public, start with https:// and contain no user name or password.',
  },
  'too-many-webhook-endpoints': {
    status: 409,
    message: `You can have up to ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints. Please remove one first.`,
  },
  'webhook-endpoint-disabled': { status: 409, message: 'This webhook endpoint is disabled. Please enable it first.' },
} as const
