import { joining } from './joining'
import { passwordlessSteps } from './passwordless-steps'
import { mountForm } from './submit-form'

/** `data-ms-form="passwordless-signup"`: makes a member of the visitor, who proves the address with a mailed code. */
export const passwordlessSignupForm = mountForm((form, context) =>
  passwordlessSteps(form, context, {
    mail: (params) => context.client.sendMemberSignupPasswordlessEmail(params),
    complete: (proof, fields) =>
      context.client.signupMemberPasswordless(
        { ...proof, ...joining(form, context.window, fields) },
        { includeContentGroups: true },
      ),
  }),
)
