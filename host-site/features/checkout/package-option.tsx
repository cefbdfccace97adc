import type { TrustTagPackage } from '../../../contract/trusttag-packages'
import { Icon } from '../../ui/icon'
import { actionText, priceText } from './price-text'

export interface PackageOptionProps {
  option: TrustTagPackage
  isChosen: boolean
  /** Until the page has come to life. */
  disabled: boolean
  onChoose: () => void
  onTake: () => void
}

/** One package of the picker. All of it chooses; its button goes on with it. */
export function PackageOption({ option, isChosen, disabled, onChoose, onTake }: PackageOptionProps) {
  const { id, name, description, features, popular, note } = option
  return (
    <li className="package">
      <label className="package-label">
        <input
          type="radio"
          name="package"
          value={id}
          checked={isChosen}
          disabled={disabled}
          aria-describedby={`${id}-about`}
          onChange={onChoose}
        />
        <span className="package-name">
          <span id={`${id}-name`}>{name}</span>
          {popular && <span className="badge">Most popular</span>}
          {note !== undefined && <span className="badge saving">{note}</span>}
        </span>
        <span className="package-price">{priceText(option)}</span>
      </label>
      <div className="package-about" id={`${id}-about`}>
        <p className="soft">{description}</p>
        <ul className="package-features">
          {features.map((feature) => (
            <li key={feature}>
              <Icon name="check" size={18} />
              {feature}
            </li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        className="button quiet package-action"
        disabled={disabled}
        aria-describedby={`${id}-name`}
        onClick={onTake}
      >
        {actionText(option)}
      </button>
    </li>
  )
}
