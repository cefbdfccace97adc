import { useState } from 'react'
import { Catalogue } from '../features/catalogue/catalogue'
import { PickedSkill } from '../features/catalogue/picked-skill'
import { routes } from '../paths'
import { Page } from '../ui/page'

export function CreateTrustTagPage() {
  const [skill, setSkill] = useState<string | null>(null)
  return (
    <Page {...routes.createTrustTag} eyebrow="Step 1 of 4" drawing="pick">
      {skill === null ? <Catalogue onPick={setSkill} /> : <PickedSkill skill={skill} onBack={() => setSkill(null)} />}
    </Page>
  )
}
