import { useState } from 'react'
import type { HeldTag } from '../../../contract/schemas/tags'
import { createSaveFile, type ShareLink, type ShareResult } from '../../lib/browser'
import type { SiteApi } from '../../lib/site-api'
import { Icon } from '../../ui/icon'
import { Alert, Notice } from '../../ui/status'
import { linkedInLink } from './linked-in'

interface TakeTagProps {
  api: Pick<SiteApi, 'download'>
  tag: HeldTag
  copy: ShareLink
}

const PDF_FAILED = 'The PDF could not be downloaded. Please try again.'

/** What a holder does first with a TrustTag. A private one is checked by no one, so it has only the PDF. */
export function TakeTag({ api, tag, copy }: TakeTagProps) {
  const { trustTagId, skill, url, visibility, mode } = tag
  const [copied, setCopied] = useState<ShareResult | null>(null)
  const pdf = usePdf(api, trustTagId)
  const isShared = visibility !== 'PRIVATE'
  const linkedIn = { ...tag, id: trustTagId, mark: mode === 'test' ? 'Test' : undefined }
  return (
    <>
      <p className="actions take-tag">
        {isShared && (
          <a className="button" href={linkedInLink(linkedIn)} target="_blank" rel="noopener noreferrer">
            Add to LinkedIn
          </a>
        )}
        <button
          type="button"
          className={isShared ? 'button quiet' : 'button'}
          aria-disabled={pdf.busy || undefined}
          onClick={() => !pdf.busy && void pdf.save()}
        >
          <Icon name="download" size={18} />
          Download PDF
        </button>
        {isShared && (
          <button
            type="button"
            className="button quiet"
            onClick={() => void copy({ title: `TrustTag: ${skill}`, url }).then(setCopied)}
          >
            <Icon name="share" size={18} />
            Copy link
          </button>
        )}
      </p>
      <Notice text={copied === 'copied' ? 'The link has been copied.' : pdf.saved} />
      <Alert text={copied === 'refused' ? 'The link could not be copied. Please select and copy it.' : pdf.problem} />
    </>
  )
}

function usePdf(api: Pick<SiteApi, 'download'>, tagId: string) {
  const [state, setState] = useState({ busy: false, saved: '', problem: '' })
  return {
    ...state,
    async save() {
      setState({ busy: true, saved: '', problem: '' })
      const result = await api.download('getOwnTagFile', { tagId, file: 'certificate.pdf' })
      if (!result.success) return setState({ busy: false, saved: '', problem: result.error || PDF_FAILED })
      createSaveFile(window)(result.file, result.fileName)
      setState({ busy: false, saved: `${result.fileName} has been downloaded.`, problem: '' })
    },
  }
}
