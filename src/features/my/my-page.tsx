import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { Screen } from '#src/ui/screen.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './my-screen.module.css'

interface MyPageProps {
  /** Text id. */
  readonly titleId: string
  /** The page above this one; its list if absent, which is beside the page in the full frame. */
  readonly parent?: string
  readonly children: ReactNode
}

/** A page of the own section: cards in a column of reading width. */
export const MyPage = ({ titleId, parent = paths.my, children }: MyPageProps) => {
  const text = useText()
  const goBack = useGoBack(parent)
  const isPushed = useLocation({ select: ({ pathname }) => pathname !== paths.my })
  const isBesideList = useFrameMode() === 'full' && parent === paths.my
  return (
    <Screen title={text(titleId)} onBack={isBesideList ? undefined : goBack} isPushed={isPushed} isNarrow>
      <div className={styles.cards}>{children}</div>
    </Screen>
  )
}
