import { passwordlessSteps } from './passwordless-steps'
import { mountForm } from './submit-form'

/** `data-ms-form="passwordless-login"`: logs in with a mailed code. */
export const passwordlessLoginForm = mountForm((form, context) =>
  passwordlessSteps(form, context, {
    mail: (params) => context.client.sendMemberLoginPasswordlessEmail(params),
    complete: (proof) => context.client.loginMemberPasswordless(proof, { includeContentGroups: true }),
  }),
)
