import type { ReactNode } from 'react'
import { Screen } from '#src/ui/screen.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './my-screen.module.css'

interface MyPageProps {
  /** Text id; the name of the section if absent. */
  readonly titleId?: string
  readonly onBack?: () => void
  readonly children: ReactNode
}

/** A page of the own section: cards in a column of reading width. */
export const MyPage = ({ titleId = 'common.my', onBack, children }: MyPageProps) => {
  const text = useText()
  return (
    <Screen title={text(titleId)} onBack={onBack} isNarrow>
      <div className={styles.cards}>{children}</div>
    </Screen>
  )
}
