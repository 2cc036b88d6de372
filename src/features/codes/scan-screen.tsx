import { useNavigate } from '@tanstack/react-router'
import { Copy, ExternalLink, ImagePlus, QrCode } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useCallback, useRef, useState } from 'react'
import { isGroupId, type RecognizedCode, recognizeCode } from '#domain/codes/recognize-code.ts'
import { errorName } from '#domain/http/rejection.ts'
import { useApp } from '#src/app/app-context.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { browserCodeReading } from '#src/platform/codes/browser-code-reading.ts'
import { CodeReadingError, readCode } from '#src/platform/codes/read-code.ts'
import { hasFiles } from '#src/platform/dragged-files.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Clamped } from '#src/ui/clamped.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { Panel } from '#src/ui/panel.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import { CameraScanner } from './camera-scanner.tsx'
import styles from './codes.module.css'

/**
 * Follows a code that the user scans, types, or has as a text or a picture [QR-03 QR-05]. Desktops have no scanner
 * [QR-22].
 */
export const ScanScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const goBack = useGoBack(paths.contact)
  const [found, setFound] = useState<ForeignCode>()
  const follow = useFollowCode()
  const hasScanner = useFrameMode() !== 'full'
  const show = (read: string) => setFound(follow(read))
  const pictures = usePictures(show)
  const pictureButton = <PictureButton isReading={pictures.isReading} onPick={pictures.read} />
  const result = (
    <>
      {pictures.fault !== undefined && (
        <p className={styles.fault} role="alert">
          {text(pictures.fault)}
        </p>
      )}
      {found !== undefined && <Found found={found} />}
    </>
  )
  return (
    <Panel title={text(hasScanner ? 'contact.scan' : 'codes.scan')} onBack={goBack} placement="centre">
      <section className={styles.scan} {...pictures.area}>
        {hasScanner ? (
          <>
            <CameraScanner onScanned={show} onRestart={() => setFound(undefined)} />
            {result}
            {pictureButton}
            <CodeForm onSubmit={show} />
          </>
        ) : (
          <>
            <CodeForm onSubmit={show} hasAutoFocus />
            {pictureButton}
            {result}
          </>
        )}
        <Button
          isWide
          variant="quiet"
          icon={<QrCode aria-hidden="true" />}
          onPress={() => void navigate({ to: paths.ownCode })}
        >
          {text('codes.own')}
        </Button>
      </section>
    </Panel>
  )
}

interface CodeFormProps {
  readonly onSubmit: (text: string) => void
  /** Opens the keyboard of phones, which would hide what the camera sees. */
  readonly hasAutoFocus?: boolean
}

/** A field for the text of a code, a link, or the id of a group. */
const CodeForm = ({ onSubmit, hasAutoFocus = false }: CodeFormProps) => {
  const text = useText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const open = () => {
    const groupId = typed.trim()
    if (isGroupId(groupId)) void navigate({ to: paths.joinableGroup, params: { groupId } })
    else onSubmit(typed)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') open()
      }}
    >
      <TextField
        label={text('codes.scan.text')}
        description={text('codes.scan.text.hint')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        spellCheck={false}
        autoFocus={hasAutoFocus}
      />
      <Button type="submit" variant="primary" isWide isDisabled={typed.trim() === ''}>
        {text('codes.scan.continue')}
      </Button>
    </form>
  )
}

const faultKeys: Readonly<Record<string, string>> = {
  [errorName.invalidFile]: 'codes.scan.invalid-file',
  [errorName.timedOut]: 'codes.scan.slow',
}

/** Reads the code of pictures that are picked, pasted or dropped, one try at a time [QR-03 QR-07 QR-10]. */
const usePictures = (onRead: (text: string) => void) => {
  const [isReading, setReading] = useState(false)
  const [fault, setFault] = useState<string>()
  const start = async (files: readonly File[]) => {
    setReading(true)
    setFault(undefined)
    try {
      const read = await readCode(files, browserCodeReading)
      if (read === undefined) setFault('codes.scan.none')
      else onRead(read)
    } catch (cause) {
      const key = cause instanceof CodeReadingError ? faultKeys[cause.code] : undefined
      setFault(key ?? 'codes.scan.failed')
    } finally {
      setReading(false)
    }
  }
  const read = (files: readonly File[]) => {
    if (files.length > 0 && !isReading) void start(files)
  }
  const area = {
    onPaste: ({ clipboardData }: ClipboardEvent) => read([...clipboardData.files]),
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      read([...event.dataTransfer.files])
    },
  }
  return { isReading, fault, read, area }
}

interface PictureButtonProps {
  readonly isReading: boolean
  readonly onPick: (files: readonly File[]) => void
}

const PictureButton = ({ isReading, onPick }: PictureButtonProps) => {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        isWide
        icon={<ImagePlus aria-hidden="true" />}
        isPending={isReading}
        onPress={() => input.current?.click()}
      >
        {text('codes.scan.picture')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])])
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** The maximum number of lines of a foreign text. The copy is complete. */
const mostLines = 8

/** A text that leads to no page here: to copy, and a link to open after a warning [QR-05]. */
const Found = ({ found }: { readonly found: ForeignCode }) => {
  const text = useText()
  const copy = useCopy()
  const [isAsking, setAsking] = useState(false)
  const content = found.kind === 'link' ? found.address : found.text
  return (
    <section className={styles.found} aria-live="polite">
      <h2 className={styles.hint}>
        {text(found.kind === 'link' ? 'codes.scan.found-link' : 'codes.scan.found')}
      </h2>
      <p className={styles.printed} dir="auto">
        <Clamped lines={mostLines}>{content}</Clamped>
      </p>
      <Button isWide icon={<Copy aria-hidden="true" />} onPress={() => void copy(content)}>
        {text('codes.scan.copy')}
      </Button>
      {found.kind === 'link' && (
        <Button isWide icon={<ExternalLink aria-hidden="true" />} onPress={() => setAsking(true)}>
          {text('codes.scan.open')}
        </Button>
      )}
      <ConfirmDialog
        title={text('codes.scan.open.question')}
        isOpen={isAsking}
        confirmLabel={text('codes.scan.open')}
        onConfirm={() => {
          setAsking(false)
          window.open(content, '_blank', 'noopener,noreferrer')
        }}
        onClose={() => setAsking(false)}
      >
        <p>{text('codes.scan.open.warning')}</p>
        <p className={styles.printed} dir="ltr">
          <Clamped lines={mostLines}>{content}</Clamped>
        </p>
      </ConfirmDialog>
    </section>
  )
}

/** A recognized text that leads to no page of the app. */
type ForeignCode = Extract<RecognizedCode, { readonly kind: 'link' | 'text' }>

/** Opens the page of a scanned, typed or pasted text; returns the text itself if it has none [QR-05 QR-11]. */
const useFollowCode = (): ((text: string) => ForeignCode | undefined) => {
  const navigate = useNavigate()
  const { diagnostics } = useApp()
  return useCallback(
    (text) => {
      const recognized = recognizeCode(text, [window.location.origin, ...originsOf(diagnostics.endpoints)])
      switch (recognized.kind) {
        case 'user':
          void navigate({
            to: paths.friendRequest,
            search: { code: recognized.code, source: 'qrcode' },
          })
          return undefined
        case 'group':
          void navigate({ to: paths.joinGroup, search: { code: recognized.code } })
          return undefined
        case 'registration':
          void navigate({ to: paths.invitation, search: { code: recognized.code } })
          return undefined
        case 'group-page':
          void navigate({ to: paths.joinableGroup, params: { groupId: recognized.groupId } })
          return undefined
        default:
          return recognized
      }
    },
    [navigate, diagnostics],
  )
}

/** The origins of this installation's endpoints, on which its codes may be (DEC-78). */
const originsOf = (endpoints: object): string[] =>
  Object.values(endpoints)
    .filter((address): address is string => typeof address === 'string' && URL.canParse(address))
    .map((address) => new URL(address).origin)
