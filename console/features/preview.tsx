import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useConsole, useScope } from '../data/console'
import { toFailure } from '../lib/failure'
import type { Failure } from '../lib/failure'
import { isReadyMessage, previewModals, previewUrl, showMessage } from '../lib/preview-messages'
import type { PreviewModal, Scheme, Shown } from '../lib/preview-messages'
import { NARROW, useMedia } from '../lib/use-media'
import { previewTexts } from '../texts/english/preview'
import { useTexts } from '../texts/texts'
import { LinkButton } from '../ui/button'
import { RadioGroup } from '../ui/choices'
import { Select } from '../ui/fields'
import { ErrorState, Skeleton } from '../ui/states'
import './preview.css'

/** Changes of these parts, as they would be saved. */
export interface Draft {
  design?: Record<string, unknown>
  texts?: Record<string, unknown>
}

interface PreviewKey {
  id: string
  key: string
}

interface StoredDraft {
  preview: PreviewKey | null
  /** Grows with each stored draft. */
  version: number
  failure: Failure | null
  retry: () => void
}

/** Stores a draft under a preview key: one call at a time, with the newest draft. @param draft stable while it does not change */
function useStoredDraft(draft: Draft): StoredDraft {
  const { client } = useConsole()
  const scope = useScope()
  const [state, setState] = useState<Omit<StoredDraft, 'retry'>>({ preview: null, version: 0, failure: null })
  const work = useRef<{ latest: Draft; sent: Draft | null; isBusy: boolean; preview: PreviewKey | null }>({
    latest: draft,
    sent: null,
    isBusy: false,
    preview: null,
  })
  const send = useCallback(async () => {
    const { current } = work
    if (current.isBusy) return
    current.isBusy = true
    while (current.sent !== current.latest) {
      current.sent = current.latest
      try {
        const known = current.preview
        if (known) await client.call('changePreviewDraft', { ...current.sent, previewId: known.id }, { scope })
        else current.preview = (await client.call('createPreviewKey', current.sent, { scope })).data
        const { preview } = current
        setState(({ version }) => ({ preview, version: version + 1, failure: null }))
      } catch (error) {
        const failure = toFailure(error)
        // It ended after an hour: the next one starts with this draft.
        if (failure.code === 'preview-key-not-found' && current.preview) {
          current.preview = null
          current.sent = null
        } else setState((before) => ({ ...before, failure }))
      }
    }
    current.isBusy = false
  }, [client, scope])
  useEffect(() => {
    work.current.latest = draft
    void send()
  }, [draft, send])
  const retry = () => {
    work.current.sent = null
    void send()
  }
  return { ...state, retry }
}

type Size = 'desktop' | 'phone'

/** Viewports in CSS pixels. */
const sizes: Readonly<Record<Size, { width: number; height: number }>> = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 640 },
}

interface PreviewProps {
  draft: Draft
  /** Absent: the person chooses here. */
  scheme?: Scheme
}

function useModalNames(): Readonly<Record<PreviewModal, string>> {
  const { login, signup, forgotPassword } = useTexts(previewTexts)
  return { LOGIN: login, SIGNUP: signup, FORGOT_PASSWORD: forgotPassword }
}

/** The shipped script with a draft, in a frame. It takes no input, so the keyboard does not get caught in its dialogs. */
export function Preview({ draft, scheme = 'light' }: PreviewProps) {
  const t = useTexts(previewTexts)
  const { appId } = useScope()
  const stored = useStoredDraft(draft)
  const [modal, setModal] = useState<PreviewModal>('LOGIN')
  const isNarrow = useMedia(NARROW)
  const [chosen, setSize] = useState<Size | null>(null)
  const size = chosen ?? (isNarrow ? 'phone' : 'desktop')
  const names = useModalNames()
  const { preview, version, failure, retry } = stored
  const shown: Shown = { modal, scheme, version }
  return (
    <section className="preview" aria-label={t.preview}>
      <PreviewBar modal={modal} size={size} onModal={setModal} onSize={setSize} />
      {failure && preview && <p className="field-error">{t.notShown({ reason: failure.message })}</p>}
      {failure && !preview ? (
        <ErrorState failure={failure} onRetry={retry} />
      ) : (
        <PreviewPage size={size}>
          {preview ? (
            <ScaledFrame
              key={preview.key}
              title={t.frame({ dialog: names[modal] })}
              size={size}
              shown={shown}
              target={{ appId, key: preview.key }}
            />
          ) : (
            <Skeleton height={`${sizes[size].height}px`} />
          )}
        </PreviewPage>
      )}
      {preview ? (
        <LinkButton
          href={previewUrl({ appId, key: preview.key }, shown)}
          target="_blank"
          kind="quiet"
          size="small"
          icon="external"
        >
          {t.openAlone}
        </LinkButton>
      ) : (
        <Skeleton height="1.75rem" />
      )}
    </section>
  )
}

interface PreviewBarProps {
  modal: PreviewModal
  size: Size
  onModal: (modal: PreviewModal) => void
  onSize: (size: Size) => void
}

function PreviewBar({ modal, size, onModal, onSize }: PreviewBarProps) {
  const t = useTexts(previewTexts)
  const names = useModalNames()
  return (
    <div className="preview-bar">
      <Select
        label={t.dialog}
        options={previewModals.map((value) => ({ value, label: names[value] }))}
        value={modal}
        onChange={onModal}
      />
      <RadioGroup
        label={t.width}
        options={(['desktop', 'phone'] as const).map((value) => ({
          value,
          label: t.pixels({ width: String(sizes[value].width) }),
        }))}
        value={size}
        onChange={onSize}
      />
    </div>
  )
}

/** A box with the proportions of the viewport, as wide as there is space, also before the frame is in it. */
function PreviewPage({ size, children }: { size: Size; children: ReactNode }) {
  const { width, height } = sizes[size]
  return (
    <div className="preview-space">
      <div className="preview-page" style={{ maxInlineSize: width, aspectRatio: `${width} / ${height}` }}>
        {children}
      </div>
    </div>
  )
}

interface ScaledFrameProps {
  title: string
  size: Size
  shown: Shown
  target: { appId: string; key: string }
}

/** A viewport of exact width, drawn as wide as the box around it. */
function ScaledFrame({ title, size, shown, target }: ScaledFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [space, setSpace] = useState(0)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSpace(entry.contentRect.width))
    const box = frame.current?.parentElement
    if (box) observer.observe(box)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const controller = new AbortController()
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && isReadyMessage(data)) setReady(true)
    }
    window.addEventListener('message', listen, { signal: controller.signal })
    return () => controller.abort()
  }, [])
  const { modal, scheme, version } = shown
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(showMessage({ modal, scheme, version }), location.origin)
  }, [isReady, modal, scheme, version])
  const { width, height } = sizes[size]
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page: a sandbox would have no origin to call the API from
    <iframe
      ref={frame}
      inert
      title={title}
      src={previewUrl(target)}
      style={{ inlineSize: width, blockSize: height, transform: `scale(${space / width})` }}
    />
  )
}
