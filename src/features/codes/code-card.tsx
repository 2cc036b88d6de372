import { Navigate } from '@tanstack/react-router'
import { Copy, Download, Forward, RefreshCw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { rejectedBecause } from '#domain/http/rejection.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { captureElement, captureRatio } from '#src/platform/capture-element.ts'
import { saveBytes } from '#src/platform/save-file.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useRejectionText } from '../../app/rejection-text.ts'
import { useCopy } from '../../app/use-copy.ts'
import { SharePicker } from '../forward/share-picker.tsx'
import styles from './codes.module.css'
import { type CodeOwner, codeSide, DrawnCode } from './drawn-code.tsx'

interface CodeCardProps {
  readonly url: string
  readonly owner: CodeOwner
  /** Who can do what with the code. */
  readonly hint?: string | undefined
  readonly onShare: () => void
  /** Ends the code and creates another; absent if this user may not. */
  readonly renew?: (() => Promise<Outcome>) | undefined
  readonly children?: ReactNode
}

/** A code with its address in print, to share, save, copy and renew [QR-20 QR-21]. */
export const CodeCard = ({ url, owner, hint, onShare, renew, children }: CodeCardProps) => {
  const text = useText()
  const copy = useCopy()
  const code = useRef<HTMLElement>(null)
  const saving = useSaving(owner.name)
  return (
    <section className={styles.card}>
      <h2 className={styles.name}>
        <bdi>{owner.name}</bdi>
      </h2>
      <DrawnCode ref={code} url={url} owner={owner} />
      <p className={styles.printed} dir="ltr">
        {url}
      </p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <div className={styles.actions}>
        <Button variant="primary" isWide icon={<Forward aria-hidden="true" />} onPress={onShare}>
          {text('codes.share')}
        </Button>
        <Button
          isWide
          icon={<Download aria-hidden="true" />}
          isPending={saving.isSaving}
          onPress={() => saving.save(code.current)}
        >
          {text('codes.save')}
        </Button>
        <Button isWide icon={<Copy aria-hidden="true" />} onPress={() => void copy(url)}>
          {text('codes.copy')}
        </Button>
        {children}
        {renew !== undefined && <RenewButton renew={renew} />}
      </div>
    </section>
  )
}

/** Saves the drawn code as a PNG of twice its size [QR-21]. */
const useSaving = (name: string) => {
  const text = useText()
  const toasts = useToasts()
  const [isSaving, setSaving] = useState(false)
  const save = async (element: HTMLElement | null) => {
    setSaving(true)
    try {
      saveBytes(await captureElement(element), text('codes.file-name', { name }))
    } catch {
      toasts.show({ kind: 'error', text: text('codes.save.failed') })
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, save: (element: HTMLElement | null) => void save(element) }
}

const RenewButton = ({ renew }: { readonly renew: () => Promise<Outcome> }) => {
  const text = useText()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const [isAsking, setAsking] = useState(false)
  const [isRenewing, setRenewing] = useState(false)
  const start = async () => {
    setAsking(false)
    setRenewing(true)
    const outcome = await renew()
    setRenewing(false)
    toasts.show(
      outcome.isOk
        ? { kind: 'success', text: text('codes.renewed') }
        : { kind: 'error', text: rejectionText(outcome.rejection) },
    )
  }
  return (
    <>
      <Button
        isWide
        variant="quiet"
        icon={<RefreshCw aria-hidden="true" />}
        isPending={isRenewing}
        onPress={() => setAsking(true)}
      >
        {text('codes.renew')}
      </Button>
      <ConfirmDialog
        title={text('codes.renew.question')}
        isOpen={isAsking}
        confirmLabel={text('codes.renew')}
        onConfirm={() => void start()}
        onClose={() => setAsking(false)}
      >
        <p>{text('codes.renew.consequence')}</p>
      </ConfirmDialog>
    </>
  )
}

interface ShareCodeProps {
  /** The `code` query. */
  readonly requested: string | undefined
  /** The current code. The query may be forged, or older than the last renewal, so no other one is sent. */
  readonly current: string
  readonly owner: CodeOwner
  /** The path of the code's page, where another code is redirected. */
  readonly parent: string
  readonly onDone: () => void
}

/** The forward picker for the picture of a code [QR-19]. */
export const ShareCode = ({ requested, current, owner, parent, onDone }: ShareCodeProps) => {
  const code = useRef<HTMLElement>(null)
  const sendPicture = useSendPicture()
  if (requested !== current) return <Navigate to={parent} replace />
  return (
    <>
      <div className={styles.unseen} aria-hidden="true">
        <DrawnCode ref={code} url={current} owner={owner} />
      </div>
      <SharePicker send={(conversation) => sendPicture(conversation, code.current)} onDone={onDone} />
    </>
  )
}

/** Returns a function that sends the picture of a drawn code to a conversation. */
const useSendPicture = () => {
  const { media } = useAccount()
  return async (conversation: ConversationId, element: HTMLElement | null): Promise<Outcome> => {
    try {
      return await media.sendAttachment(conversation, describePicture(await captureElement(element)))
    } catch {
      return rejectedBecause({ key: 'codes.save.failed' })
    }
  }
}

const describePicture = (content: Blob): OutgoingAttachment => ({
  kind: 'image',
  file: { name: 'code.png', type: content.type, size: content.size, content },
  width: codeSide * captureRatio,
  height: codeSide * captureRatio,
})
