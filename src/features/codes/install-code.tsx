import { Smartphone } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { AriaLocale } from '#src/ui/aria-locale.tsx'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './codes.module.css'
import { codeSide, drawModules } from './drawn-code.tsx'

/** The button of the popover with the install address [LAYOUT-06]. */
export const InstallButton = () => {
  const text = useText()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        ref={anchor}
        isWide
        icon={<Smartphone aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setIsOpen(true)}
      >
        {text('my.get-app')}
      </Button>
      <InstallCode anchor={anchor} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

interface InstallCodeProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A popover next to its button with the QR code of the address from which a phone installs the app [LAYOUT-06]. */
const InstallCode = ({ anchor, isOpen, onClose }: InstallCodeProps) => {
  const text = useText()
  const address = `${window.location.origin}/`
  const { size, path } = useMemo(() => drawModules(address), [address])
  const name = text('common.app-name')
  return (
    <AriaLocale>
      <Popover
        triggerRef={anchor}
        isOpen={isOpen}
        onOpenChange={(next) => !next && onClose()}
        placement="top"
        offset={8}
        className={classNames(styles.install)}
      >
        <Dialog aria-label={text('my.get-app')} className={classNames(styles.installCard)}>
          <p className={styles.name}>{text('my.get-app')}</p>
          <figure className={styles.code}>
            <svg
              className={styles.modules}
              role="img"
              aria-label={address}
              width={codeSide}
              height={codeSide}
              viewBox={`0 0 ${size} ${size}`}
              shapeRendering="crispEdges"
            >
              <path d={path} fill="currentColor" />
            </svg>
          </figure>
          <p className={styles.hint}>{text('my.get-app.hint', { name })}</p>
          <p className={styles.printed}>{address}</p>
        </Dialog>
      </Popover>
    </AriaLocale>
  )
}
