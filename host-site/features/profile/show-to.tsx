import { isVisibility, visibilities, type Visibility } from '../issue/visibilities'
import type { PanelProps } from './panel'
import type { Act, ProfileActions } from './profile-actions'
import type { ProfileTag } from './profile-view'
import { useAct } from './use-act'

export interface ShowToProps extends Pick<PanelProps, 'say'> {
  tag: ProfileTag
  visibility: Visibility
  showTo: NonNullable<ProfileActions['showTo']>
}

/** Who can see a TrustTag, to be changed at any time. */
export function ShowTo({ tag, visibility, showTo, say }: ShowToProps) {
  const set: Act<[Visibility]> = (next) => showTo(tag, next)
  const { busy, run } = useAct(set, say)
  return (
    <label className="show-to">
      <span>
        Who can see it<span className="visually-hidden">: {tag.skill}</span>
      </span>
      <select
        value={visibility}
        aria-disabled={busy || undefined}
        onChange={({ currentTarget: { value } }) => isVisibility(value) && run(value)}
      >
        {visibilities.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
