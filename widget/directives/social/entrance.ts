import { $member } from '../../stores/identity'
import { takeRedirectOverride } from '../../storage/pending'
import type { MountContext } from '../directive'
import { formKind } from '../forms/form-kind'
import type { MountedForms } from '../forms/mounted-forms'
import { reportInvalid } from '../forms/report-invalid'
import { sendForm, type Sent } from '../forms/send-form'
import { choiceOf } from '../plans/choice'
import { authoredRedirect, followRedirect } from '../redirects/redirect'
import { wishedRedirect } from '../redirects/redirect-override'
import { askProvider } from './ask-provider'
import { createBusy } from './busy-button'
import { formOf } from './provider-of'
import { unlessClosed } from './unless-closed'

/** What a press of a provider's button does where it logs in or signs up. Pressed again it shows the window that is open. */
export function entrance(button: HTMLElement, context: MountContext, forms: MountedForms): () => void {
  const { window } = context
  const showBusy = createBusy(button)
  let isLetIn = false
  const enter = async (form: HTMLFormElement | null): Promise<void> => {
    const { kind, boxes } = (form && forms.get(form)) ?? alone
    let mine = false
    const send = async (): Promise<Sent> => {
      const sent = await unlessClosed(() => askProvider({ button, form, kind, context }))
      mine = isLetIn = !sent.unfinished && !sent.problem
      return sent
    }
    const choice = choiceOf(form)
    await sendForm({ place: form ?? button, button, choice, send, showBusy, kind, boxes, context })
    if (mine) isLetIn = false
  }
  return () => {
    if (isLetIn) return
    const around = formOf(button)
    const form = around && forms.get(around)?.kind.joins ? around : null
    const member = $member.get()
    if (!form && member) {
      const own = [authoredRedirect(button), wishedRedirect(button), takeRedirectOverride(window)]
      followRedirect(window, ...own, member.loginRedirect)
    } else if (!form || !forms.get(form)?.kind.signsUp || !reportInvalid(form)) void enter(form)
  }
}

const alone = { kind: formKind('login'), boxes: null }
