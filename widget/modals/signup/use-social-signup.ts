import type { CustomField, CustomFieldValue } from '../../../contract/entities'
import type { MemberAuth } from '../../public'
import { readCustomFields } from '../custom-fields/read-custom-fields'
import type { ScreenProps } from '../screen'
import type { FormState } from '../ui/use-form'
import { type ProviderCall, type ProviderWindow, useProviderWindow } from '../ui/use-provider-window'

interface SocialSignupOptions extends Pick<ScreenProps<'SIGNUP'>, 'client' | 'texts' | 'notify'> {
  fields: readonly CustomField[]
  plans: { planId: string }[]
  onSignup: (auth: MemberAuth) => void
}

export interface SocialSignup extends Pick<ProviderWindow, 'waitingFor' | 'close'> {
  choose: (provider: string, form: FormState) => void
}

/** Signing up with a provider: what the custom fields hold goes along, address and password are not needed. */
export function useSocialSignup({ client, texts, notify, fields, plans, onSignup }: SocialSignupOptions): SocialSignup {
  const { open, ...rest } = useProviderWindow({ texts, notify })
  return {
    ...rest,
    choose(provider, form) {
      const { values, errors } = readCustomFields(form.data(), fields)
      const signUp = async (call: ProviderCall): Promise<void> => {
        const { data } = await client.signupWithProvider({ ...call, plans, customFields: filledIn(values) })
        onSignup(data)
      }
      if (form.accepts(errors)) open(provider, signUp)
    },
  }
}

/** What was left empty may yet come from the provider. */
const filledIn = (values: Record<string, CustomFieldValue>): Record<string, CustomFieldValue> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))
