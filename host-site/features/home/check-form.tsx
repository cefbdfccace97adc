import { sampleTag } from '../../content/sample-tag'
import { routes } from '../../paths'

/** Looks a TrustTag up. The browser itself sends it, so it works before any script has come. */
export function CheckForm() {
  return (
    <form className="check-form" action={routes.verify.path} method="get">
      <div className="field">
        <label htmlFor="check-id">TrustTag ID</label>
        <input
          id="check-id"
          name="id"
          type="text"
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={sampleTag.id}
        />
      </div>
      <button type="submit" className="button">
        Verify
      </button>
      <p className="soft">
        None at hand?{' '}
        <a href={`${routes.verify.path}?id=${sampleTag.id}`}>
          Look up the sample <span className="code">{sampleTag.id}</span>
        </a>
      </p>
    </form>
  )
}
