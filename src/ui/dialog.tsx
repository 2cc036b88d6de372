import type { ReactNode } from 'react'
import { onceLoaded } from '#streams/once-loaded.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog-card.tsx'
import { Spinner } from './spinner.tsx'
import { useWhenNeeded } from './use-on-demand.ts'
import { useText } from './use-text.ts'

const load = onceLoaded(async () => (await import('./dialog-card.tsx')).DialogCard)

/**
 * A centred dialog named by its title. Escape and a click outside close it. The first dialog loads the component; if
 * that fails, the dialog closes.
 */
export const Dialog = (props: DialogProps) => {
  const { Component, isLoading } = useWhenNeeded(props.isOpen, load, props.onClose)
  if (Component) return <Component {...props} />
  return (
    isLoading && (
      <div className={styles.coming}>
        <Spinner />
      </div>
    )
  )
}

/** A confirmation before an action. Only its two buttons and Escape close it. */
export const ConfirmDialog = ({
  title,
  children,
  isOpen,
  confirmLabel,
  isDanger = false,
  isPending = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => {
  const text = useText()
  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button autoFocus={isDanger} onPress={onClose}>
            {text('common.cancel')}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            autoFocus={!isDanger}
            isPending={isPending}
            onPress={onConfirm}
          >
            {confirmLabel ?? text('common.ok')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly isOpen: boolean
  /** The verb of the confirm button; "OK" by default. */
  readonly confirmLabel?: string
  readonly isDanger?: boolean
  readonly isPending?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}
