/**
 * Local responses for the calls of the peers before they show a form: a bench must not depend on the
 * network, and no delay is the best case for a peer. Shapes are those of the published clients.
 */
export const peerAnswers: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  // Hanko: whether there is a session, and the first state of its login flow.
  ['GET /sessions/validate', { is_valid: false }],
  ['POST /login', hankoLoginState()],
  // Netlify Identity: the login methods of the site.
  [
    'GET /.netlify/identity/settings',
    { external: { email: true }, disable_signup: false, autoconfirm: true, external_labels: {} },
  ],
])

function hankoLoginState() {
  const email = { name: 'email', type: 'email', required: true, min_length: 3, max_length: 100 }
  return {
    name: 'login_init',
    status: 200,
    csrf_token: 'bench',
    payload: {},
    actions: {
      continue_with_login_identifier: {
        action: 'continue_with_login_identifier',
        href: '/login?action=continue_with_login_identifier%40bench',
        inputs: { email },
        description: 'Enter an identifier to log in.',
      },
    },
  }
}
