import { appTexts } from '../../console/texts/english/app'
import { contentTexts } from '../../console/texts/english/content'
import { credentialTexts } from '../../console/texts/english/credentials'
import { editTexts } from '../../console/texts/english/edit'
import { fieldsTexts } from '../../console/texts/english/fields'
import { goLiveTexts } from '../../console/texts/english/go-live'
import { hostedTexts } from '../../console/texts/english/hosted'
import { memberTexts } from '../../console/texts/english/member'
import { membersTexts } from '../../console/texts/english/members'
import { couponTexts, paymentTexts, plansTexts } from '../../console/texts/english/plans'
import { serverAppsTexts } from '../../console/texts/english/server-apps'
import { teamTexts } from '../../console/texts/english/team'
import { uiTexts } from '../../console/texts/english/ui'
import { $language, defineTexts } from '../../console/texts/texts'
import type { Language } from '../../console/texts/texts'

const catalogue = {
  app: appTexts,
  content: contentTexts,
  credentials: credentialTexts,
  edit: editTexts,
  fields: fieldsTexts,
  goLive: goLiveTexts,
  hosted: hostedTexts,
  member: memberTexts,
  members: membersTexts,
  coupons: couponTexts,
  payments: paymentTexts,
  plans: plansTexts,
  serverApps: serverAppsTexts,
  team: teamTexts,
  ui: uiTexts,
}

type Catalogue = { [Part in keyof typeof catalogue]: ReturnType<(typeof catalogue)[Part]['get']> }

/** The console's own texts in a language: what the page shows, so that a test finds a button by name in each of them. */
export async function textsIn(language: Language): Promise<Catalogue> {
  const stops = Object.values(catalogue).map((texts) => texts.listen(() => undefined))
  try {
    $language.set(language)
    // Generated languages load late.
    await new Promise<void>((resolve) => {
      const stop = defineTexts.loading.subscribe((isLoading) => {
        if (!isLoading) queueMicrotask(() => (stop(), resolve()))
      })
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys as above
    return Object.fromEntries(Object.entries(catalogue).map(([part, texts]) => [part, texts.get()])) as Catalogue
  } finally {
    $language.set('en')
    for (const stop of stops) stop()
  }
}
