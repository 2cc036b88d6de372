import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { createWritable, type Readable } from '#streams/readable.ts'
import { PressButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import styles from './toast.module.css'
import { useReadable } from './use-readable.ts'
import { useText } from './use-text.ts'

const ToastContext = createContext<ToastQueue | undefined>(undefined)

/** Provides the app's toast queue. */
export const ToastProvider = ({
  queue,
  children,
}: {
  readonly queue: ToastQueue
  readonly children: ReactNode
}) => <ToastContext value={queue}>{children}</ToastContext>

/** The app's toasts: `show({ kind, text })`. Throws outside a provider. */
export const useToasts = (): ToastQueue => {
  const queue = use(ToastContext)
  if (queue === undefined) throw new Error('useToasts needs a ToastProvider above it')
  return queue
}

const icons: Readonly<Record<ToastKind, ReactNode>> = {
  info: <Info aria-hidden="true" />,
  success: <CircleCheck aria-hidden="true" />,
  warning: <TriangleAlert aria-hidden="true" />,
  error: <CircleX aria-hidden="true" />,
}
const isUrgent = (kind: ToastKind): boolean => kind === 'warning' || kind === 'error'

const ToastCard = ({ toast, onDismiss }: { readonly toast: Toast; readonly onDismiss: () => void }) => {
  const text = useText()
  return (
    <li className={classNames(styles.toast, styles[toast.kind])}>
      {icons[toast.kind]}
      <span className={styles.text} role={isUrgent(toast.kind) ? 'alert' : 'status'}>
        {toast.text}
      </span>
      {toast.action !== undefined && (
        <PressButton
          className={classNames(styles.action)}
          onPress={() => {
            onDismiss()
            toast.action?.onPress()
          }}
        >
          {toast.action.label}
        </PressButton>
      )}
      {toast.isSticky === true && (
        <IconButton label={text('common.dismiss')} icon={<X />} hasTooltip={false} onPress={onDismiss} />
      )}
    </li>
  )
}

/** Region "Notifications": each toast is a status or an alert; hovering or focusing one holds them all. */
export const ToastRegion = () => {
  const text = useText()
  const queue = useToasts()
  const toasts = useReadable(queue)
  return (
    <section
      aria-label={text('common.notifications')}
      className={styles.region}
      data-react-aria-top-layer="true"
      onPointerEnter={() => queue.pause()}
      onPointerLeave={() => queue.resume()}
      onFocus={() => queue.pause()}
      onBlur={() => queue.resume()}
    >
      <ul className={styles.list}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onDismiss={() => queue.dismiss(toast.id)} />
        ))}
      </ul>
    </section>
  )
}

type ToastKind = 'info' | 'success' | 'warning' | 'error'

export interface ToastContent {
  readonly kind: ToastKind
  /** The translated text. */
  readonly text: string
  /** Stays until it is dismissed, such as a one-time code until its use (DEC-116). */
  readonly isSticky?: boolean
  /** An action such as undo. It also dismisses the toast. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
interface Toast extends ToastContent {
  readonly id: number
}

export interface ToastQueue extends Readable<readonly Toast[]> {
  show(content: ToastContent): void
  /** Removes a toast whose button was pressed, and restarts the timers of the others. */
  dismiss(id: number): void
  /** Dismisses the sticky toasts, because their one-time code was used (DEC-116). */
  dismissSticky(): void
  /** Pauses all timers while a toast is hovered or focused; `resume` restarts them from the beginning. */
  pause(): void
  resume(): void
}

interface Timers {
  setTimeout(callback: () => void, delay: number): unknown
  clearTimeout(handle: unknown): void
}

/** Lifetime of a toast, ms [BOOT-32]. */
export const toastDuration = 1800
/** Lifetime of a toast with an action, ms: time to read it and to reach its button. */
export const answerableToastDuration = 6000
/** Most toasts at a time; the oldest one that is not sticky leaves first. */
const mostShown = 4

/** Toasts with an action are never merged, because equal text may be about something else. */
const isSame = (toast: Toast, content: ToastContent): boolean =>
  toast.text === content.text && toast.kind === content.kind && !toast.action && !content.action

/** The visible toasts, oldest first. A toast of the same kind and text is not added twice. */
export const createToastQueue = (timers: Timers): ToastQueue => {
  const source = createWritable<readonly Toast[]>([])
  let nextId = 1
  let isPaused = false
  const running = new Map<number, unknown>()
  const stop = (id: number): void => {
    const handle = running.get(id)
    if (handle === undefined) return
    timers.clearTimeout(handle)
    running.delete(id)
  }
  const remove = (id: number): void => {
    stop(id)
    const rest = source.get().filter((toast) => toast.id !== id)
    if (rest.length < source.get().length) source.set(rest)
  }
  const start = (toast: Toast): void => {
    if (toast.isSticky === true || isPaused) return
    stop(toast.id)
    running.set(
      toast.id,
      timers.setTimeout(
        () => remove(toast.id),
        toast.action === undefined ? toastDuration : answerableToastDuration,
      ),
    )
  }
  const makeRoom = (): void => {
    if (source.get().length < mostShown) return
    const leaving = source.get().find((toast) => toast.isSticky !== true)
    if (leaving !== undefined) remove(leaving.id)
  }

  const resume = (): void => {
    isPaused = false
    for (const toast of source.get()) start(toast)
  }

  return {
    get: source.get,
    subscribe: source.subscribe,
    show: (content) => {
      const same = source.get().find((toast) => isSame(toast, content))
      if (same !== undefined) return start(same)
      makeRoom()
      const toast = { ...content, id: nextId++ }
      source.set([...source.get(), toast])
      start(toast)
    },
    dismiss(id) {
      remove(id)
      // Its button, which has paused the timers, is gone and sends no event.
      resume()
    },
    dismissSticky: () => {
      for (const toast of source.get()) if (toast.isSticky === true) remove(toast.id)
    },
    pause: () => {
      isPaused = true
      for (const toast of source.get()) stop(toast.id)
    },
    resume,
  }
}
