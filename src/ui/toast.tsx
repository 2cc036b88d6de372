import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { PressButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import styles from './toast.module.css'
import type { Toast, ToastKind, ToastQueue } from './toast-queue.ts'
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
