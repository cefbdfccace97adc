import type { ContentGroup } from '../../../contract/entities'
import { Disclosure } from './disclosure'
import { Section } from './section'
import { ValueBox } from './value-box'

/** Which addresses and elements are for whom. */
export const GatedContent = ({ groups }: { groups: readonly ContentGroup[] }) => (
  <Section title="Gated Content" edit="gated-content">
    {groups.length === 0 && <p className="note">There is none.</p>}
    {groups.map(({ id, key, name, urls, redirect, plans }) => (
      <Disclosure key={id} className="card" startsOpen title={<b>{name}</b>}>
        <ValueBox label="Key" value={key} />
        {urls.map(({ filter, url }) => (
          <ValueBox key={filter + url} label={`URL ${filter}`} value={url} />
        ))}
        <ValueBox label="Access Denied Redirect" value={redirect} />
        {plans.length === 0 && <ValueBox label="Access" value="All Members" />}
        {plans.map((plan) => (
          <ValueBox key={plan.id} label="Plan" value={plan.id} />
        ))}
      </Disclosure>
    ))}
  </Section>
)
