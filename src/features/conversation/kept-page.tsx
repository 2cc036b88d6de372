import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './kept-page.module.css'
import { CoveredContext } from './use-visible.ts'

interface KeptPageProps {
  /** Whether another page stands in its place. */
  readonly isCovered: boolean
  readonly children: ReactNode
}

/**
 * Keeps what was shown once as it is while another page stands in its place, out of sight and reach. Back again, it has the
 * focus where it was.
 */
export const KeptPage = (props: KeptPageProps) => {
  const { isCovered } = props
  const [hasShown, setHasShown] = useState(!isCovered)
  if (!isCovered && !hasShown) setHasShown(true)
  return hasShown ? <ShownPage {...props} /> : null
}

const ShownPage = ({ isCovered, children }: KeptPageProps) => {
  const page = useRef<HTMLDivElement>(null)
  useReturningFocus(page, isCovered)
  return (
    <CoveredContext value={isCovered}>
      <div ref={page} className={styles.kept} hidden={isCovered}>
        {children}
      </div>
    </CoveredContext>
  )
}

/** Gives the focus back to what had it last, unless something else inside has taken it by then. */
const useReturningFocus = (page: RefObject<HTMLElement | null>, isCovered: boolean): void => {
  const focused = useRef<HTMLElement>(undefined)
  const wasCovered = useRef(isCovered)
  useEffect(() => {
    const { current } = page
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) focused.current = target
    }
    current?.addEventListener('focusin', remember)
    return () => current?.removeEventListener('focusin', remember)
  }, [page])
  useLayoutEffect(() => {
    const isBack = wasCovered.current && !isCovered
    wasCovered.current = isCovered
    const hasFocus = page.current?.contains(document.activeElement) === true
    if (isBack && !hasFocus) focused.current?.focus({ preventScroll: true })
  }, [page, isCovered])
}
