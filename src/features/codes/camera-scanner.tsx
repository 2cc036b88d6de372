import { useMachine } from '@xstate/react'
import { CameraOff, Check, Flashlight, FlashlightOff, RotateCw, ScanLine, SwitchCamera } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import { createScannerMachine, type OpenCamera } from '#machines/scanner/scanner-machine.ts'
import { useInspectOption } from '#src/app/app-context.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { browserVisibility } from '#src/app/ports/cross-tab.ts'
import { createBrowserCamera } from '#src/platform/codes/browser-camera.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './camera-scanner.module.css'

interface CameraScannerProps {
  /** Called with the text of each code. The scanner pauses until the user continues. */
  readonly onScanned: (text: string) => void
  /** Called when the user continues to scan. */
  readonly onRestart: () => void
}

/** What the camera sees, with a frame and a hint, until it has read a code [QR-01 QR-04]. */
export const CameraScanner = ({ onScanned, onRestart }: CameraScannerProps) => {
  const text = useText()
  const video = useRef<HTMLVideoElement>(null)
  const viewfinder = useRef<HTMLElement>(null)
  const scanner = useScanner(video, onScanned, () => {
    onRestart()
    // The pressed button disappears.
    viewfinder.current?.focus()
  })
  return (
    <>
      <p className={styles.warning}>{text('contact.scan-code.incorrect-orientation')}</p>
      <section
        ref={viewfinder}
        tabIndex={-1}
        className={styles.viewfinder}
        data-scanned={scanner.view === 'scanned' || undefined}
        aria-label={text('codes.camera')}
      >
        <video ref={video} className={styles.video} muted playsInline />
        {scanner.view === 'watching' && <span className={styles.frame} aria-hidden="true" />}
        <Words scanner={scanner} />
        {scanner.camera !== undefined && <Controls scanner={scanner} camera={scanner.camera} />}
      </section>
    </>
  )
}

type Scanner = ReturnType<typeof useScanner>

/** Runs the scanner while the component is there and the page is visible. */
const useScanner = (
  video: RefObject<HTMLVideoElement | null>,
  onScanned: (text: string) => void,
  onRestart: () => void,
) => {
  const [machine] = useState(() =>
    createScannerMachine({ camera: createBrowserCamera(() => video.current), clock: browserClock }),
  )
  const [snapshot, send] = useMachine(
    machine.provide({ actions: { notifyScanned: (_, { text }) => onScanned(text) } }),
    useInspectOption(),
  )
  useEffect(() => {
    const sendVisibility = () => send({ type: browserVisibility.isVisible() ? 'page.shown' : 'page.hidden' })
    sendVisibility()
    return browserVisibility.subscribe(sendVisibility)
  }, [send])
  const { camera, fault } = snapshot.context
  return {
    view: viewOf(snapshot),
    camera,
    fault,
    isAdviceGiven: snapshot.matches({ scanning: { watching: { advice: 'given' } } }),
    isLit:
      snapshot.matches({ scanning: { watching: { torch: 'on' } } }) ||
      snapshot.matches({ scanning: { watching: { torch: 'turningOff' } } }),
    restart() {
      onRestart()
      send({ type: 'scan.requested' })
    },
    choose: (id: string) => send({ type: 'camera.chosen', id }),
    toggleTorch: () => send({ type: 'torch.toggled' }),
  }
}

function viewOf(snapshot: SnapshotFrom<ReturnType<typeof createScannerMachine>>) {
  if (snapshot.matches('scanned')) return 'scanned'
  if (snapshot.matches({ idle: 'failed' })) return 'failed'
  return snapshot.matches({ scanning: 'watching' }) ? 'watching' : 'opening'
}

/** The hint of an open camera, or why none is open and how to go on. */
const Words = ({ scanner }: { readonly scanner: Scanner }) => {
  const text = useText()
  switch (scanner.view) {
    case 'opening':
      return (
        <Notice>
          <Spinner size="small" />
          <p role="status">{text('codes.camera.opening')}</p>
        </Notice>
      )
    case 'watching':
      return (
        <p className={styles.hint} role="status">
          {text(scanner.isAdviceGiven ? 'codes.camera.advice' : 'codes.camera.hint')}
        </p>
      )
    case 'failed':
      return (
        <Notice>
          <CameraOff aria-hidden="true" />
          <p role="alert">{text(`codes.camera.${scanner.fault ?? 'unreadable'}`)}</p>
          <Button icon={<RotateCw aria-hidden="true" />} onPress={scanner.restart}>
            {text('common.retry')}
          </Button>
        </Notice>
      )
    case 'scanned':
      return (
        <Notice>
          <Button icon={<ScanLine aria-hidden="true" />} onPress={scanner.restart}>
            {text('codes.camera.again')}
          </Button>
        </Notice>
      )
  }
}

const Notice = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.notice}>{children}</div>
)

interface ControlsProps {
  readonly scanner: Scanner
  readonly camera: OpenCamera
}

/** The light, if the camera has one, and the choice between several cameras. */
const Controls = ({ scanner, camera }: ControlsProps) => {
  const text = useText()
  const label = text('codes.camera.choose')
  return (
    <div className={styles.controls}>
      {camera.hasTorch && (
        <IconButton
          label={text(scanner.isLit ? 'codes.camera.light-off' : 'codes.camera.light-on')}
          icon={scanner.isLit ? <FlashlightOff /> : <Flashlight />}
          onPress={scanner.toggleTorch}
        />
      )}
      {camera.all.length > 1 && (
        <Menu
          label={label}
          placement="top end"
          trigger={(target) => <IconButton {...target} label={label} icon={<SwitchCamera />} />}
          entries={camera.all.map(({ id, label: name }, index) => ({
            id,
            label: name || text('codes.camera.number', { number: index + 1 }),
            ...(id === camera.id && { icon: <Check aria-hidden="true" /> }),
          }))}
          onAction={scanner.choose}
        />
      )}
    </div>
  )
}
